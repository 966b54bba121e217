import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greatest, least } from './extremes.ts';

test('extremes are found among more values than a call may have arguments', () => {
  const values = Array.from({ length: 500_000 }, (_, i) => (i * 7_919) % 500_000);
  assert.deepEqual([least(values), greatest(values)], [0, 499_999]);
});

test('no values have no extremes', () => {
  assert.deepEqual([least([]), greatest([])], [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
});
