import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RefusedError } from '../errors.ts';
import { cursorOf, sortKeysOf } from './cursor.ts';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it('gives back the sort keys that it was made of', () => {
    fc.assert(
      fc.property(fc.string(), fc.maxSafeInteger(), (name, position) => {
        const cursor = cursorOf('title', name, position)!;
        assert.match(cursor, /^[\w-]+$/);
        assert.deepEqual(sortKeysOf('title', cursor, { name: 'string', position: 'number' }), {
          name,
          position,
        });
      }),
    );
  });

  it('is null when no page follows', () => {
    assert.equal(cursorOf('title', undefined), null);
  });

  for (const cursor of [
    ...['', 'garbage', '1', 'ä', '\u0000'],
    ...[null, 1, 'newest', {}, [], ['newest'], ['title', 1], ['newest', 1, 2], ['newest', '1']].map(encoded),
    ...[
      ['newest', 1.5],
      ['newest', null],
      ['newest', 2 ** 53],
    ].map(encoded),
  ]) {
    it(`cannot be ${JSON.stringify(cursor)}`, () => {
      assert.throws(
        () => sortKeysOf('newest', cursor, { position: 'number' }),
        (error) => error instanceof RefusedError && error.refusal.code === 'invalid_cursor',
      );
    });
  }
});
