import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from '../../kernel/edit-distance.ts';
import { beginsLike, editsAllowed, isCompoundOf, Spellings } from './spellings.ts';

test('a letter left out, put in, exchanged or swapped is one edit', () => {
  for (const wrong of ['refnd', 'refuund', 'refumd', 'reufnd', 'efund']) {
    assert.equal(editDistance(wrong, 'refund', 2), 1, wrong);
  }
  assert.equal(editDistance('refund', 'refund', 2), 0);
  assert.equal(editDistance('fund', 'refund', 2), 2);
  assert.equal(editDistance('invoice', 'refund', 2), 3);
});

test('edits count the same in both directions', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      assert.equal(editDistance(a, b, 3), editDistance(b, a, 3));
      assert.equal(editDistance(a, b, 8) === 0, a === b);
    }),
  );
});

describe('The spellings of terms', () => {
  const terms = ['refund', 'refunds', 'found', 'subscription', 'subscriptions', '.refundx', 'refun1', 'cat'];
  const spellings = new Spellings();
  for (const [id, term] of terms.entries()) spellings.set(id, term);
  const near = (term: string, frequency = (_id: number) => 1) =>
    spellings.nearest(term, { limit: 2, frequency }).map((found) => `${found.term} ${found.edits}`);

  test('give the nearest alone, and neither stop words nor numbers', () => {
    assert.deepEqual(near('refunt'), ['refund 1']);
    assert.deepEqual(near('subscrpition'), ['subscription 1']);
    assert.deepEqual(near('sobscrpition'), ['subscription 2']);
  });

  test('give none for words of four letters, which are like too many others', () => {
    assert.deepEqual(near('foun'), []);
  });

  test('give the most frequent first', () => {
    assert.deepEqual(
      near('refundz', (id) => id + 1),
      ['refunds 1', 'refund 1'],
    );
  });

  test('have no result for short words, dissimilar words, and terms that no chunk holds any more', () => {
    assert.deepEqual([near('cut'), near('zorblax'), near('refunt', () => 0)], [[], [], []]);
  });

  test('forget the terms that were replaced, and no others', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 3, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), word), { minLength: 1 }), word, (writes, sought) => {
        const own = new Spellings();
        for (const [id, term] of writes) own.set(id, term);
        const terms = [...new Map(writes).values()];
        const like = terms.filter((term) => beginsLike(sought, term));
        const distances = like.map((term) => editDistance(sought, term, 9)).filter((edits) => edits > 0);
        const nearest = own.nearest(sought, { limit: 20, frequency: () => 1 });
        const least = Math.min(...distances);
        const expected =
          least <= editsAllowed(sought) ? distances.filter((edits) => edits === least).length : 0;
        assert.equal(nearest.length, expected);
        const compounds = terms.filter((term) => isCompoundOf(sought, term)).sort();
        assert.deepEqual(own.compounds(sought, { limit: 20, frequency: () => 1 }), compounds);
      }),
    );
  });

  test('find words whose first letter was swapped, left out or put in, but not exchanged', () => {
    const own = new Spellings();
    own.set(0, 'refund');
    own.set(1, 'background');
    const nearest = (word: string) => own.nearest(word, { limit: 5, frequency: () => 1 }).length;
    for (const misspelt of ['erfund', 'efund', 'brefund', 'nackground'])
      assert.equal(nearest(misspelt), 1, misspelt);
    assert.equal(nearest('defund'), 0);
  });

  test('find whatever is near enough, whatever its letters are', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'e', 'ß', 'щ', 'க', 'z'),
      minLength: 4,
      maxLength: 10,
    });
    fc.assert(
      fc.property(word, word, (sought, term) => {
        const own = new Spellings();
        own.set(0, term);
        const edits = editDistance(sought, term, editsAllowed(sought));
        const isNear = edits >= 1 && edits <= editsAllowed(sought) && beginsLike(sought, term);
        assert.equal(own.nearest(sought, { limit: 1, frequency: () => 1 }).length, isNear ? 1 : 0);
      }),
    );
  });
});
