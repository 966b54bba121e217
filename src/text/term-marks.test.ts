import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markOf, marksOf } from './term-marks.ts';

const ASKED = ['bridg', 'complet', '.when', '.the', '.of', 'town', 'nine', 'year'];

test('terms that begin alike have the mark of a term, and few others', () => {
  const marks = marksOf(ASKED);
  for (const term of [...ASKED, 'bridge', 'completion', 'yearly']) assert.equal(marks[markOf(term)], 1, term);
  const others = Array.from({ length: 10_000 }, (_, i) => `${i}term`);
  const share = others.filter((term) => marks[markOf(term)] !== 0).length / others.length;
  assert.ok(share < 0.06, `${share}`);
});
