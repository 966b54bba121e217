import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MarkedTerms, markOf } from './term-marks.ts';

test('the place of each term is found, and of no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme' })), fc.string(), (terms, other) => {
      const places = new MarkedTerms(new Map(terms.map((term, place) => [term, place])));
      for (const [place, term] of terms.entries()) assert.equal(places.find(term, markOf(term)), place);
      assert.equal(places.find(other, markOf(other)), terms.indexOf(other));
    }),
  );
});

test('terms with equal marks are told apart', () => {
  const terms = Array.from({ length: 1_000 }, (_, i) => `term${i}`);
  const places = new MarkedTerms(new Map(terms.map((term, place) => [term, place])));
  for (const [place, term] of terms.entries()) assert.equal(places.find(term, markOf(term)), place);
});

test('few other terms share the marks of a question', () => {
  const asked = ['bridg', 'complet', '.when', '.the', '.of', 'town', 'nine', 'year'];
  const { first } = new MarkedTerms(new Map(asked.map((term, place) => [term, place])));
  const others = Array.from({ length: 10_000 }, (_, i) => `term${i}`);
  const share = others.filter((term) => first[markOf(term)] !== 0).length / others.length;
  assert.ok(share < 0.06, `${share}`);
});
