import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from './edit-distance.ts';

test('a letter left out, put in, exchanged or swapped is one edit', () => {
  for (const wrong of ['refnd', 'refuund', 'refumd', 'reufnd', 'efund']) {
    assert.equal(editDistance(wrong, 'refund', 2), 1, wrong);
  }
  assert.equal(editDistance('refund', 'refund', 2), 0);
  assert.equal(editDistance('fund', 'refund', 2), 2);
  assert.equal(editDistance('invoice', 'refund', 2), 3);
});

test('edits count the same in both directions', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      assert.equal(editDistance(a, b, 3), editDistance(b, a, 3));
      assert.equal(editDistance(a, b, 8) === 0, a === b);
    }),
  );
});
