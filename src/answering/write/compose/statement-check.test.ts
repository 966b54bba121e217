import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../../test/passage-of.ts';
import type { ChatMode } from '../../answer.ts';
import { readClaim } from '../../check/claim.ts';
import { analysePassage } from '../../choose/passage-analysis.ts';
import { checkStatement, numbered } from './statement-check.ts';

function read(docId: string, text: string, language = 'en') {
  const passage = passageOf(docId, text, { language });
  return { passage, analysis: analysePassage(passage) };
}

const passages = numbered([
  read('leave', 'Every employee gets 30 days of paid leave a year. Ask Ann Keller for more.'),
  read('copy', 'Paid leave: every employee gets 30 days of paid leave a year.'),
  read('shop', 'The museum shop opens at nine and sells tickets for the steam train.'),
  read('reise', 'Reisekosten werden innerhalb von 14 Tagen erstattet.', 'de'),
]);
const check = (sentence: string, cited: number[] = [], mode: ChatMode = 'learning', language = 'en') => {
  const { verdict, citations } = checkStatement(readClaim(sentence), cited, passages, { mode, language });
  return [verdict, citations];
};

describe('Numbering passages', () => {
  it('keeps the evidence of a passage, however many unchecked passages came since', () => {
    const leave = read('leave', 'Every employee gets 30 days of paid leave a year.');
    const [first] = numbered([leave]);
    const evidence = first!.evidence();
    numbered(Array.from({ length: 1_000 }, (_, i) => read(`other-${i}`, 'Tickets.')));
    assert.equal(numbered([leave])[0]!.evidence(), evidence);
  });
});

describe('Checking a statement of a language model', () => {
  it('keeps the passages that the model cited, as far as they support the statement', () => {
    assert.deepEqual(check('Every employee gets 30 days of paid leave a year.', [1, 2, 3]), [
      'supported',
      [1, 2],
    ]);
    assert.deepEqual(check('An employee gets 30 days of paid leave each year.', [2]), ['supported', [2]]);
  });

  it('finds the supporting passage when none or a wrong one is cited', () => {
    for (const cited of [[], [1], [9]])
      assert.deepEqual(check('The museum shop sells tickets for the steam train.', cited), [
        'supported',
        [3],
      ]);
  });

  it('cites no passage for an unsupported statement, whatever the model cited', () => {
    for (const mode of ['strict', 'learning', 'open'] as const) {
      assert.deepEqual(check('The moon is made of green cheese.', [1], mode), ['unsupported', []]);
      assert.deepEqual(check('Every employee gets 40 days of paid leave a year.', [1], mode), [
        'unsupported',
        [],
      ]);
    }
  });

  it('composes from several passages, except in strict', () => {
    const sentence =
      'Every employee gets 30 days of paid leave, and the museum shop sells tickets for the steam train.';
    assert.deepEqual(check(sentence)[1], [1, 3]);
    const [, strict] = check(sentence, [1, 3], 'strict');
    assert.ok((strict as number[]).length < 2);
  });

  it('lets no number and no name of another passage stand for the right one', () => {
    const passages = numbered([
      read('returns', 'Unused goods may be returned within 30 days of delivery.'),
      read('remote', 'Remote access uses the client NorthGate.'),
      read(
        'travel',
        'The daily allowance for meals abroad is 45 euros. It is claimed in the portal Voyager within 60 days after the trip.',
      ),
    ]);
    const verdictOn = (sentence: string) =>
      checkStatement(readClaim(sentence), [], passages, { mode: 'learning', language: 'en' }).verdict;
    for (const altered of [
      'For meals abroad an allowance of 30 euros is paid each day.',
      'The policy says: "Unused goods may be returned within 60 days of delivery"',
      'The allowance for meals is claimed through NorthGate.',
    ])
      assert.notEqual(verdictOn(altered), 'supported', altered);
    for (const composed of [
      'Goods may be returned within 30 days, and for meals abroad the daily allowance is 45 euros.',
      'The allowance is claimed in the portal Voyager, and the client for remote access is NorthGate.',
    ])
      assert.equal(verdictOn(composed), 'supported', composed);
  });

  it('lets in strict no number of another sentence of the passage stand for the right one', () => {
    const passages = numbered([
      read(
        'limits',
        'Limits depend on the plan. The Team plan allows 600 requests per minute. The largest upload is 2 GB. It is raised to 5 GB after 14 days.',
      ),
    ]);
    const verdictOn = (sentence: string) =>
      checkStatement(readClaim(sentence), [], passages, { mode: 'strict', language: 'en' }).verdict;
    for (const altered of ['The limit is 2 requests per minute.', 'The limit of the plan is 14 requests.'])
      assert.notEqual(verdictOn(altered), 'supported', altered);
    for (const said of [
      'The limit of the Team plan is 600 requests per minute.',
      'The largest upload is raised to 5 GB.',
      '600 requests per minute',
      '2 GB',
    ])
      assert.equal(verdictOn(said), 'supported', said);
  });

  it('composes with numbers in German, where nouns look like names', () => {
    const passages = numbered([
      read('waren', 'Unbenutzte Waren können innerhalb von 30 Tagen zurückgegeben werden.', 'de'),
      read('reise', 'Die Tagespauschale für Mahlzeiten im Ausland beträgt 45 Euro.', 'de'),
    ]);
    const verdictOn = (sentence: string) =>
      checkStatement(readClaim(sentence), [], passages, { mode: 'learning', language: 'de' }).verdict;
    const both =
      'Waren können innerhalb von 30 Tagen zurückgegeben werden, die Tagespauschale für Mahlzeiten beträgt 45 Euro.';
    assert.equal(verdictOn(both), 'supported');
    assert.notEqual(verdictOn('Für Mahlzeiten im Ausland beträgt eine Pauschale 30 Euro.'), 'supported');
  });

  it('takes a translation as partly supported by a cited passage that has its numbers', () => {
    assert.deepEqual(check('Travel costs are paid back within 14 days.', [4]), ['partial', [4]]);
    assert.deepEqual(check('Travel costs are paid back within 15 days.', [4]), ['unsupported', []]);
    assert.deepEqual(check('Travel costs are paid back soon.', [4]), ['unsupported', []]);
    assert.deepEqual(check('Travel costs are paid back within 14 days.', []), ['unsupported', []]);
    assert.deepEqual(check('Travel costs are paid back within 14 days.', [4], 'strict'), ['unsupported', []]);
  });
});
