import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze } from '../../retrieval/analysis/analyzer.ts';
import { wordShares } from './word-shares.ts';

function sharesOf(text: string, language: string, known: readonly string[]): string[] {
  const tokens = analyze(text, language);
  const shares = wordShares(tokens, (term) => known.includes(term));
  return tokens.flatMap(({ surface }, i) => (shares[i] === 0 ? [] : [`${surface} ${shares[i]!.toFixed(2)}`]));
}

test('a Hangul word that the corpus has, or nothing of, is read whole', () => {
  assert.deepEqual(sharesOf('노트북을 바꾸다', 'ko', ['노트북', '트북']), ['노트북을 1.00', '바꾸다 1.00']);
});

test('another Hangul word is read by its bigrams, which count as one word', () => {
  assert.deepEqual(sharesOf('배송비용', 'ko', ['배송']), ['배송 0.33', '송비 0.33', '비용 0.33']);
});

test('a Thai word and its bigrams count as one word, whatever the corpus has', () => {
  const shares = sharesOf('กรุงเทพ', 'th', []).map((share) => Number(share.split(' ')[1]));
  assert.ok(shares.length > 1);
  assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 0.05);
});

test('other words are whole', () => {
  assert.deepEqual(sharesOf('sha256 sums', 'en', []), ['sha256 1.00', 'sha 1.00', '256 1.00', 'sums 1.00']);
});
