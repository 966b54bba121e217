import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TermIds } from './term-ids.ts';

test('terms have the numbers that one map would hold', () => {
  const term = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('', 'a', 'ab', 'wort', '語'));
  const change = fc.record({ term, id: fc.option(fc.nat(), { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const ids = new TermIds();
      const map = new Map<string, number>();
      for (const { term, id } of changes) {
        if (id === undefined) {
          ids.delete(term);
          map.delete(term);
        } else {
          ids.set(term, id);
          map.set(term, id);
        }
        assert.equal(ids.get(term), map.get(term));
      }
      assert.deepEqual(new Map(ids), map);
    }),
  );
});
