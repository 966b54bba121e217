import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, packOf, repliesIn } from './languages.ts';

test('a reply is in the language asked for if it has replies, else in English', () => {
  assert.equal(repliesIn('de').language, 'de');
  assert.match(repliesIn('de').replies.refusal.unsupported, /^Nichts in der Wissensbasis/);
  assert.match(repliesIn('zh').replies.refusal.unsupported, /知识库/);
  for (const unknown of ['tlh', 'da', 'constructor', null]) assert.equal(repliesIn(unknown).language, 'en');
});

test('each reason for a refusal has a text of its own in each language', () => {
  for (const { code, replies } of LANGUAGES) {
    if (!replies) continue;
    const texts = Object.values(replies.refusal);
    assert.equal(new Set(texts).size, 6, code);
    assert.ok(texts.every((text) => text.length > 5));
  }
});

test('each language is there once', () => {
  const codes = LANGUAGES.map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  assert.equal(packOf('constructor'), undefined);
});
