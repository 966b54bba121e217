import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { noCoverage, raise, union } from './coverage.ts';

test('what nothing covers has room for fractions from the start, and so has what is made of it', () => {
  const none = noCoverage(3);
  assert.deepEqual(none, [0, 0, 0]);
  const some = none.slice();
  raise(some, [1, 0, 1]);
  for (const values of [none, some, union(none, some)]) assert.ok(hasRoomForFractions(values), `${values}`);
});

setFlagsFromString('--allow-natives-syntax');
const hasRoomForFractions = new Function('values', 'return %HasDoubleElements(values)') as (
  values: readonly number[],
) => boolean;
