import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteRangeOf } from './byte-range.ts';

for (const [header, expected] of [
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=2-5', { start: 2, end: 6 }],
  ['bytes=2-', { start: 2, end: 10 }],
  ['bytes=2-99', { start: 2, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-99', { start: 0, end: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=99-100', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['pages=1-2', undefined],
  ['bytes=0x1-2', undefined],
  [undefined, undefined],
] as const) {
  test(`of ten bytes, ${header} asks for ${JSON.stringify(expected) ?? 'all'}`, () => {
    assert.deepEqual(byteRangeOf(header, 10), expected);
  });
}
