import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markOf, marksAmong } from './term-marks.ts';

test('every term is among its own marks, and a mark is a byte', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (terms) => {
      const among = marksAmong(terms);
      assert.ok(terms.every((term) => among[markOf(term)] === 1 && markOf(term) < 256));
    }),
  );
});

test('few other terms share the marks of a question', () => {
  const among = marksAmong(['bridg', 'complet', '.when', '.the', '.of', 'town', 'nine', 'year']);
  const others = Array.from({ length: 10_000 }, (_, i) => `term${i}`);
  const share = others.filter((term) => among[markOf(term)] === 1).length / others.length;
  assert.ok(share < 0.06, `${share}`);
});
