import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEnglishByEvidence, withEvidence } from './language-evidence.ts';

const ALL = ['en', 'de', 'es', 'fi', 'tr'];

describe('withEvidence', () => {
  it('takes a title for English when its stop words are English', () => {
    assert.equal(
      withEvidence('A Note on a Method for Generating Points Uniformly on Spheres', 'fi', ALL),
      'en',
    );
    assert.equal(withEvidence('An Imaginary Number System', 'de', ALL), 'en');
  });

  it('does not decide a title without stop words', () => {
    assert.equal(withEvidence('Two Square-Root Approximations', 'es', ALL), null);
  });

  it('keeps a guess supported by words or letters', () => {
    assert.equal(withEvidence('Wann starb Luther in Eisleben?', 'de', ALL), 'de');
    assert.equal(withEvidence('¿Cuántos puntos concedió la defensa?', 'es', ALL), 'es');
    assert.equal(withEvidence('Kuzey Amerika şampiyonları', 'tr', ALL), 'tr');
  });

  it('keeps the guess where English is not asked for', () => {
    assert.equal(withEvidence('A Note on a Method for Generating Points', 'fi', ['de', 'fi']), 'fi');
  });
});

describe('isEnglishByEvidence', () => {
  it('agrees with the result for every guess', () => {
    const texts = [
      'A Note on a Method for Generating Points Uniformly on Spheres',
      'Two Square-Root Approximations',
      'Wann starb Luther in Eisleben?',
      'El clero de la Iglesia, by John Wesley',
    ];
    for (const text of texts) {
      const found = ALL.map((guess) => withEvidence(text, guess, ALL));
      const foreign = found.filter((_, i) => ALL[i] !== 'en');
      assert.equal(
        isEnglishByEvidence(text, ALL),
        foreign.every((language) => language === 'en'),
        text,
      );
    }
  });

  it('is not where English is not asked for', () => {
    assert.equal(isEnglishByEvidence('A Note on a Method', ['de', 'fi']), false);
  });
});
