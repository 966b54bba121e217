import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopWordsOf } from './stop-words.ts';

test('English has Lucene’s words and question words, and no imperatives', () => {
  const words = stopWordsOf('en');
  for (const word of ['the', 'such', 'what', 'does', 'i', "don't"]) assert.ok(words.has(word), word);
  for (const word of ['list', 'show', 'find', 'describe', 'many']) assert.ok(!words.has(word), word);
});

test('German has function words, also as they are said, and no nouns, adjectives or full verbs', () => {
  const words = stopWordsOf('de');
  for (const word of ['der', 'welche', 'hab', 'könnte', 'gibts', 'dafür']) assert.ok(words.has(word), word);
  for (const word of ['tag', 'zeit', 'recht', 'suche', 'leicht', 'machen']) assert.ok(!words.has(word), word);
});

test('every language of the list has words, in lower case', () => {
  for (const language of 'ar cs da de el es fa fi fr he hi hu id it ja ko nl no pl pt ro ru sv th tr uk vi zh'.split(
    ' ',
  )) {
    const words = [...stopWordsOf(language)];
    assert.ok(words.length >= 30, language);
    for (const word of words) assert.equal(word, word.toLocaleLowerCase(language));
  }
});

test('Romanian is spelt as today’s texts spell it', () => {
  assert.ok(stopWordsOf('ro').has('și'));
});

test('a language without a list has no stop words', () => {
  assert.equal(stopWordsOf('xx').size, 0);
});
