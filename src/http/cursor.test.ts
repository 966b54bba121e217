import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RefusedError } from '../errors.ts';
import { cursorOf, positionOf } from './cursor.ts';

describe('a cursor', () => {
  it('leads back to its position', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 }), (position) => {
        assert.equal(positionOf(cursorOf(position)!), position);
      }),
    );
  });

  for (const cursor of [
    '',
    'garbage',
    '1',
    'YmVmb3JlOg',
    'YmVmb3JlOi0x',
    'YmVmb3JlOjE=',
    'YmVmb3JlOjAx',
    'ä',
    '\u0000',
  ]) {
    it(`is not ${JSON.stringify(cursor)}`, () => {
      assert.throws(
        () => positionOf(cursor),
        (error) => error instanceof RefusedError && error.refusal.code === 'invalid_cursor',
      );
    });
  }
});
