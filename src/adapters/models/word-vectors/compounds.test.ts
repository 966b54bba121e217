import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compoundRows, rowsOf } from './compounds.ts';
import type { WordVectors } from './word-vectors.ts';

const WORDS = ['urlaub', 'antrag', 'mitglied', 'versamml', 'arbeit', 'zeit', 'arbeitszeit', 'konto', 'tag'];
const MODEL: WordVectors = {
  ...{ languages: ['en', 'de'], dimensions: 1, corpusChunks: 0 },
  rowOf: new Map(WORDS.map((word, row) => [word, row])),
  scales: new Float32Array(WORDS.length),
  codes: new Int8Array(WORDS.length),
};

function wordsOf(term: string, model = MODEL): string[] {
  return rowsOf(term, model).map((row) => WORDS[row]!);
}

test('a compound has the rows of its two words, whatever links them', () => {
  assert.deepEqual(wordsOf('urlaubsantrag'), ['urlaub', 'antrag']);
  assert.deepEqual(wordsOf('mitgliederversamml'), ['mitglied', 'versamml']);
  assert.deepEqual(wordsOf('arbeitszeitkonto'), ['arbeitszeit', 'konto']);
});

test('a known word has its own row, and words that are made of others by chance have none', () => {
  assert.deepEqual(wordsOf('arbeitszeit'), ['arbeitszeit']);
  assert.deepEqual(wordsOf('urlaubstag'), [], 'a part is too short');
  assert.deepEqual(wordsOf('zeitxkonto'), []);
  assert.deepEqual(wordsOf('printer'), []);
});

test('words of a model without German are no compounds', () => {
  assert.equal(compoundRows('urlaubsantrag', { ...MODEL, languages: ['en'] }), undefined);
});
