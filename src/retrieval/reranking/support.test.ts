import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { supportOf } from './support.ts';

test('a passage is supported by similar ones, more by better ones', () => {
  const near = [
    [1, 0.9, 0, 0],
    [0.9, 1, 0, 0],
    [0, 0, 1, 0.9],
    [0, 0, 0.9, 1],
  ];
  const support = supportOf([2, 1, 1, 1], (one, other) => near[one]![other]!);
  assert.deepEqual(
    support.map((share) => Number(share.toFixed(3))),
    [0.15, 0.3, 0.15, 0.15],
  );
});

test('no passage supports itself, and an opposite one takes nothing away', () => {
  assert.deepEqual(
    supportOf([1], () => 1),
    [0],
  );
  assert.deepEqual(
    supportOf([1, 1], () => -1),
    [0, 0],
  );
});

test('only the best ten support others', () => {
  const scores = Array.from({ length: 12 }, (_, place) => 12 - place);
  const support = supportOf(scores, (_, other) => (other >= 10 ? 1 : 0));
  assert.ok(support.every((share) => share === 0));
});

test('support is in 0…1 for any scores', () => {
  const number = fc.float({ min: -5, max: 5, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(number, { maxLength: 30 }),
      fc.float({ min: -1, max: 1, noNaN: true }),
      (scores, cosine) => {
        const support = supportOf(scores, () => cosine);
        assert.equal(support.length, scores.length);
        assert.ok(support.every((share) => share >= 0 && share <= 1));
      },
    ),
  );
});
