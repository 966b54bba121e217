import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markOf } from '../../text/term-marks.ts';
import type { QuestionWord } from './question-words.ts';
import { coverage, createWordMatcher, matchesAt } from './word-match.ts';

describe('Matching a word of the question', () => {
  const wordOf = (term: string, variants: QuestionWord['variants'] = []): QuestionWord => ({
    ...{ term, weight: 1, indexWeight: 1, isName: false, identifies: false, isCarried: false },
    ...{ share: 1, isKnown: true, spellings: [], variants },
  });
  const words = [
    ...['approv', 'refund', '2024', 'refunds'].map((term) => wordOf(term)),
    wordOf('vacat', [
      { terms: ['holiday'], weight: 0.5 },
      { terms: ['paid', 'time', '.off'], weight: 0.25 },
    ]),
    wordOf('colour', [{ terms: ['color'], weight: 1 }]),
  ];
  const match = createWordMatcher(words);

  it('counts only the same term fully', () => {
    assert.deepEqual(match('refund'), [{ word: 1, factor: 1 }]);
  });

  it('counts a term that begins alike as 0.7, when the beginning is long enough', () => {
    assert.deepEqual(match('approval'), [{ word: 0, factor: 0.7 }]);
    assert.deepEqual(match('approximation'), [], 'only 5 of 13 letters are the same');
    assert.deepEqual(match('app'), []);
  });

  it('counts the correction of an unknown word nearly as the word itself', () => {
    const misspelt = { ...words[0]!, term: 'aprovv', spellings: ['approv'] };
    assert.deepEqual(createWordMatcher([misspelt])('approv'), [{ word: 0, factor: 0.9 }]);
    assert.deepEqual(createWordMatcher([misspelt])('approval'), [{ word: 0, factor: 0.7 }]);
  });

  it('counts a compound for each of the words that it is written as', () => {
    const parts = ['roll', 'back'].map((term) => ({ ...words[0]!, term, spellings: [term, 'rollback'] }));
    assert.deepEqual(createWordMatcher(parts)('rollback'), [
      { word: 0, factor: 0.9 },
      { word: 1, factor: 0.9 },
    ]);
    assert.deepEqual(createWordMatcher(parts)('roll'), [{ word: 0, factor: 1 }]);
  });

  it('matches every word that begins like the term', () => {
    assert.deepEqual(
      match('refundable').map(({ word }) => word),
      [1, 3],
    );
  });

  it('counts a variant by its weight, and another spelling nearly as the word itself', () => {
    assert.deepEqual(match('holiday'), [{ word: 4, factor: 0.6, isVariant: true }]);
    assert.deepEqual(match('color').at(-1), { word: 5, factor: 0.95 });
  });

  it('counts a variant that is a word of the question for both', () => {
    const both = createWordMatcher([wordOf('holiday'), words[4]!]);
    assert.deepEqual(both('holiday'), [
      { word: 0, factor: 1 },
      { word: 1, factor: 0.6, isVariant: true },
    ]);
  });

  it('counts a phrase where all of it stands, at its last word', () => {
    const found = (text: string) => {
      const terms = text.split(' ');
      return [...terms.keys()].filter((token) => matchesAt(match, terms, token).length > 0);
    };
    assert.deepEqual(found('get paid time .off .for paid time'), [3]);
    for (const text of ['.off', 'time .off', 'paid .off', 'paid time well .off', '.off time paid'])
      assert.deepEqual(found(text), []);
    assert.deepEqual(found('holiday paid time .off'), [0, 3]);
  });

  it('covers a word by the best of its matches, by a variant a quarter as much', () => {
    const covered = (text: string) => {
      const terms = text.split(' ');
      const fast = [...coverage(words, terms, match, terms.map(markOf))];
      assert.deepEqual([...coverage(words, terms, match)], fast);
      return fast.map((share) => Math.round(share * 100));
    };
    assert.deepEqual(covered('refund holiday'), [0, 100, 0, 0, 15, 0]);
    assert.deepEqual(covered('approval refunds paid time .off'), [70, 0, 0, 100, 8, 0]);
    assert.deepEqual(covered('paid .the time .off color'), [0, 0, 0, 0, 0, 95]);
    assert.deepEqual(covered('vacat holiday'), [0, 0, 0, 0, 100, 0]);
  });

  it('never matches one number with another', () => {
    assert.deepEqual(match('20245'), []);
    assert.deepEqual(match('2024'), [{ word: 2, factor: 1 }]);
  });

  it('has the marks of all matching terms, and few others', () => {
    const misspelt = { ...words[0]!, term: 'aprovv', spellings: ['xapprov'] };
    const { marks } = createWordMatcher([...words, misspelt]);
    for (const term of [
      'approv',
      'approval',
      '2024',
      'refundable',
      'holiday',
      '.off',
      'color',
      'aprovv',
      'xapprov',
    ])
      assert.equal(marks[markOf(term)], 1, term);
    for (const term of ['.the', 'app', 'window', '2023']) assert.equal(marks[markOf(term)], 0, term);
    assert.ok(marks.reduce((sum, each) => sum + each, 0) < 20);
  });
});
