import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tokenized } from '../text/tokenized-text.ts';
import { questionTerms as termsOf } from './question-terms.ts';

const questionTerms = (text: string, languages: readonly string[]) => termsOf(tokenized(text), languages);

describe('questionTerms', () => {
  it('weighs content words 1 and stop words a tenth', () => {
    const terms = new Map(
      questionTerms('What is the warranty?', ['en']).map(({ term, weight }) => [term, weight]),
    );
    assert.deepEqual(
      terms,
      new Map([
        ['.what', 0.1],
        ['.is', 0.1],
        ['.the', 0.1],
        ['warranti', 1],
      ]),
    );
  });

  it('weighs "many" and "much" like stop words only after "how"', () => {
    const weightOf = (text: string) =>
      questionTerms(text, ['en']).find(({ term }) => term === 'mani' || term === 'much')?.weight;
    assert.equal(weightOf('How many people work here?'), 0.1);
    assert.equal(weightOf('How much is it?'), 0.1);
    assert.equal(weightOf('Do many people work here?'), 1);
  });

  it('counts a repeated word twice', () => {
    assert.deepEqual(
      questionTerms('Copying a file, copies of files', ['en']).filter(({ weight }) => weight >= 1),
      [
        { term: 'copi', weight: 2 },
        { term: 'file', weight: 2 },
      ],
    );
  });

  it('keeps a question of nothing but stop words', () => {
    assert.ok(questionTerms('to be or not to be', ['en']).length > 0);
  });

  it('is empty for a question without a letter or digit', () => {
    assert.deepEqual(questionTerms('?! … —', ['en']), []);
  });

  it('gives distinct terms with a weight above 0, and some for any letter or digit', () => {
    const language = fc.constantFrom(null, 'en', 'de', 'el', 'tr', 'ar', 'hi', 'th', 'zh', 'xx');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), language, (text, code) => {
        const terms = questionTerms(text, code ? [code] : []);
        assert.equal(new Set(terms.map(({ term }) => term)).size, terms.length);
        assert.ok(terms.every(({ term, weight }) => term !== '' && weight > 0));
        if ([...text].some(isWord)) assert.ok(terms.length > 0, JSON.stringify(text));
      }),
      { numRuns: 500 },
    );
  });

  it('has the terms of every language that the question is read in', () => {
    const terms = questionTerms('running Häuser', ['en', 'de']).map(({ term }) => term);
    for (const language of ['en', 'de']) {
      for (const { term } of questionTerms('running Häuser', [language])) assert.ok(terms.includes(term));
    }
  });
});

/** Some letters are compatibility forms of a mark alone, others modifiers: an apostrophe is one. */
function isWord(character: string): boolean {
  const letter = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{Nd}]/u;
  return letter.test(character) && letter.test(character.normalize('NFKC'));
}
