import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze } from '../../text/analyzer.ts';
import { wordShares } from './word-shares.ts';

function sharesOf(text: string, language: string, known: readonly string[]): string[] {
  const tokens = analyze(text, language);
  const shares = wordShares(tokens, {
    isKnown: (term) => known.includes(term),
    idf: (term) => known.indexOf(term),
  });
  return tokens.flatMap(({ surface }, i) => (shares[i] === 0 ? [] : [`${surface} ${shares[i]!.toFixed(2)}`]));
}

/** The bigrams of the Thai word for Bangkok, the rarest last. */
const BANGKOK = ['กรุ', 'รุง', 'งเ', 'เท', 'ทพ'];

test('a Hangul word that the corpus has, or nothing of, is read whole', () => {
  assert.deepEqual(sharesOf('노트북을 바꾸다', 'ko', ['노트북', '트북']), ['노트북을 1.00', '바꾸다 1.00']);
});

test('another Hangul word is read by its bigrams, which count as one word', () => {
  assert.deepEqual(sharesOf('배송비용', 'ko', ['배송']), ['배송 0.33', '송비 0.33', '비용 0.33']);
});

test('a Thai word that the corpus has, or lacks a bigram of, is read whole', () => {
  assert.deepEqual(sharesOf('กรุงเทพ', 'th', ['กรุงเทพ', ...BANGKOK]), ['กรุงเทพ 1.00']);
  assert.deepEqual(sharesOf('กรุงเทพ', 'th', BANGKOK.slice(1)), ['กรุงเทพ 1.00']);
});

test('another Thai word is read by its rarest bigram', () => {
  assert.deepEqual(sharesOf('กรุงเทพ', 'th', BANGKOK), [`${BANGKOK.at(-1)} 1.00`]);
});

test('nothing is read of the bigrams of a Thai stop word, and of those between two words', () => {
  assert.deepEqual(sharesOf('การกรุงเทพ', 'th', ['กา', 'าร', 'รก']), ['การ 1.00', 'กรุงเทพ 1.00']);
});

test('other words are whole', () => {
  assert.deepEqual(sharesOf('sha256 sums', 'en', []), ['sha256 1.00', 'sha 1.00', '256 1.00', 'sums 1.00']);
});
