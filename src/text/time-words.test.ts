import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimeWord, timeWordsOf } from './time-words.ts';

test('months are named in the language of the text, and in English', () => {
  assert.ok(isTimeWord('märz', 'de'));
  assert.ok(isTimeWord('января', 'ru'));
  for (const language of ['de', 'ru', 'en', 'qqq', 'i', null]) assert.ok(isTimeWord('march', language));
  assert.ok(!isTimeWord('märz', 'en'));
});

test('however many unknown languages questions name, the words of a language are put together once', () => {
  const german = timeWordsOf('de');
  const unknown = Array.from({ length: 300 }, (_, n) =>
    timeWordsOf(`qq${String.fromCharCode(97 + (n % 26))}${n}`),
  );
  assert.equal(new Set(unknown).size, 1);
  assert.equal(timeWordsOf('de'), german);
  assert.equal(timeWordsOf('fr'), timeWordsOf('fr'));
});
