import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auroc } from './auroc.ts';

test('the area is 1 when every positive is above, 0 when below, and a half when nothing tells them apart', () => {
  assert.equal(auroc([3, 4], [1, 2]), 1);
  assert.equal(auroc([1, 2], [3, 4]), 0);
  assert.equal(auroc([1, 1, 1], [1, 1]), 0.5);
  assert.equal(auroc([1, 3], [2]), 0.5);
  assert.equal(auroc([2, 3], [2, 1]), 0.875);
});
