import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedVersion, isOfVersion, isVersionHeading, versionWanted } from './asked-version.ts';

test('a question may ask what changed in a version', () => {
  const asked = {
    'What changed in 2.3?': '2.3',
    "what's new in version 2.4.0": '2.4.0',
    'Was ist neu in v1.10?': '1.10',
    'and in 2.4?': '2.4',
    'What changed in 2023?': null,
    'What is the limit in 2.3?': null,
    'When did the rate of 2.5 change?': '2.5',
    'What is new?': null,
  };
  for (const [question, expected] of Object.entries(asked))
    assert.equal(askedVersion(question), expected, question);
});

test('the heading of a version names it or one below it', () => {
  for (const heading of ['2.3.0 (2 July 2026)', 'Version 2.3', '[2.3.1] - 2026-07-02', 'v2.3'])
    assert.ok(isVersionHeading(heading) && isOfVersion(heading, '2.3'), heading);
  for (const heading of ['12.3', '2.30', '1.2.3', '2.4.0 (2.3 is out of support)'])
    assert.ok(!isOfVersion(heading, '2.3') || heading.startsWith('2.4'), heading);
  assert.ok(!isVersionHeading('2.5 % of the price'));
  assert.ok(!isVersionHeading('Fixed in 2.3'));
});

test('a question may ask for the version itself', () => {
  const wanted = (question: string) => {
    const range = versionWanted(question);
    return range && question.slice(range.start, range.end);
  };
  assert.equal(wanted('Since which version is TLS 1.0 refused?'), 'which version');
  assert.equal(wanted('what firmware release has MQTT?'), 'what firmware release');
  assert.equal(wanted('In welcher Version fehlt FTP?'), 'welcher Version');
  assert.equal(wanted('What release date has 2.4?'), null);
  assert.equal(wanted('Which version of TLS is needed?'), null);
  assert.equal(wanted('What is new in version 2.4?'), null);
});
