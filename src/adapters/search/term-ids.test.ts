import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TermIds } from './term-ids.ts';

test('terms have the numbers that one map would hold', () => {
  const term = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('', 'a', 'ab', 'wort', 'wrot', '語'));
  // With 1, terms of the same letters have the same hash.
  const seed = fc.constantFrom(undefined, 1);
  const change = fc.record({ term, isKept: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change), seed, (changes, given) => {
      const ids = new TermIds(given);
      const map = new Map<string, number>();
      for (const [i, { term, isKept }] of changes.entries()) {
        if (isKept) {
          ids.set(term, i);
          map.set(term, i);
        } else {
          ids.delete(term);
          map.delete(term);
        }
        assert.equal(ids.get(term), map.get(term));
      }
      assert.deepEqual(new Map(ids), map);
    }),
  );
});

test('terms that come and go leave room for others, under the same ids', () => {
  const ids = new TermIds();
  for (let round = 0; round < 50; round++) {
    for (let id = 0; id < 1_000; id++) ids.set(`${round}-${id}`, id);
    for (let id = 0; id < 1_000; id++) {
      assert.equal(ids.get(`${round}-${id}`), id);
      if (id > 0) ids.delete(`${round}-${id}`);
    }
    ids.delete(`${round}-0`);
    assert.equal(ids.get(`${round}-0`), undefined);
  }
  assert.deepEqual([...ids], []);
});
