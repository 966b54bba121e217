import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupsOf } from './related-words.ts';
import { beginningOf, createWordMatcher } from './word-match.ts';

describe('Matching a word of the question', () => {
  const words = ['approv', 'refund', '2024', 'refunds', 'built'].map((term) => ({
    term,
    weight: 1,
    indexWeight: 1,
    isName: false,
    identifies: false,
    isCarried: false,
    share: 1,
    isKnown: true,
    spellings: [],
    groups: groupsOf(term, 'en'),
  }));
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

  it('counts a synonym as 0.6', () => {
    assert.deepEqual(match('construct'), [{ word: 4, factor: 0.6 }]);
  });

  it('never matches one number with another', () => {
    assert.deepEqual(match('20245'), []);
    assert.deepEqual(match('2024'), [{ word: 2, factor: 1 }]);
  });

  it('marks the beginnings of all matching terms, and few others', () => {
    const misspelt = { ...words[0]!, term: 'aprovv', spellings: ['xapprov'] };
    const { beginnings } = createWordMatcher([...words, misspelt]);
    for (const term of [
      'approv',
      'approval',
      '2024',
      'refundable',
      'construct',
      'erect',
      'aprovv',
      'xapprov',
    ])
      assert.equal(beginnings[beginningOf(term)], 1, term);
    for (const term of ['.the', 'app', 'window', '2023'])
      assert.equal(beginnings[beginningOf(term)], 0, term);
    assert.ok(beginnings.reduce((sum, each) => sum + each, 0) < 20);
  });
});
