import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryDelayMs } from './retry-delay.ts';

test('the maximum delay doubles with every attempt, up to a minute, and delays are spread below it', () => {
  const almostOne = 1 - Number.EPSILON;
  const ceilings = [1, 2, 3, 6, 60, 2000].map((attempt) => retryDelayMs(attempt, almostOne));
  assert.deepEqual(ceilings, [1999, 3999, 7999, 59_999, 59_999, 59_999]);
  assert.equal(retryDelayMs(3, 0.5), 4000);
  assert.equal(retryDelayMs(3, 0), 0);
});
