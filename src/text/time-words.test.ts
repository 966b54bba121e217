import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packOf } from '../languages/languages.ts';
import { timeWordsOf } from './time-words.ts';

test('months, days of the week and spans of time are the words of a language for time', () => {
  const inLanguage = (code: string) => timeWordsOf(packOf(code)!);
  for (const word of ['märz', 'jahrhundert', 'dienstag']) assert.ok(inLanguage('de').has(word), word);
  for (const word of ['январь', 'января', 'года']) assert.ok(inLanguage('ru').has(word), word);
  assert.ok(!inLanguage('en').has('märz'));
  for (const code of ['zh', 'ja']) assert.ok(!inLanguage(code).has('2'), code);
});

test('a language that ICU does not know has no months of another', () => {
  assert.deepEqual([...timeWordsOf({ code: 'qaa', timeWords: 'yar' })], ['yar']);
});
