import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CompoundTerms, isCompoundOf } from './compound-terms.ts';

test('the compounds of a word are those of the terms that were not replaced', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'ß', 'щ', '.', '1'), minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), word), { minLength: 1 }), word, (writes, part) => {
      const own = new CompoundTerms();
      for (const [id, term] of writes) own.set(id, term);
      const compounds = [...new Map(writes).values()].filter((term) => isCompoundOf(part, term)).sort();
      assert.deepEqual(own.with(part, { limit: 20, frequency: () => 1 }), compounds);
    }),
  );
});

test('the most frequent compounds come first, without those that no chunk holds any more', () => {
  const own = new CompoundTerms();
  for (const [id, term] of ['tisch', 'nachtisch', 'tischbein', 'tischler', 'tische'].entries())
    own.set(id, term);
  assert.deepEqual(own.with('tisch', { limit: 5, frequency: (id) => id - 1 }), ['tischler', 'tischbein']);
  assert.deepEqual(own.with('tisch', { limit: 1, frequency: () => 1 }), ['nachtisch']);
});
