import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { carriedTerms } from './carried-terms.ts';

const words = (text: string) => text.split(' ').map((term) => ({ term, weight: 1 }));
const flat = (term: string) => (term === '' ? 2 : 1);

describe('carriedTerms', () => {
  it('carries nothing into a first question', () => {
    assert.deepEqual(carriedTerms([], words('refund'), flat), []);
  });

  it('weighs the turn before 0.3 and the one before that 0.7 of it', () => {
    assert.deepEqual(carriedTerms([words('damage'), words('refund')], words('cost'), flat), [
      { term: 'refund', weight: 0.3 },
      { term: 'damage', weight: 0.3 * 0.7 },
    ]);
  });

  it('gives a word of several turns the weight of the latest', () => {
    assert.deepEqual(carriedTerms([words('refund'), words('refund')], [], flat), [
      { term: 'refund', weight: 0.3 },
    ]);
  });

  it('leaves out stop words and what the question says itself', () => {
    assert.deepEqual(carriedTerms([words('.what .is refund cost')], words('cost .of'), flat), [
      { term: 'refund', weight: 0.3 },
    ]);
  });

  it('prefers rare words, and a rare old one to a common new one', () => {
    const idf = (term: string) => ({ '': 9, warranty: 8 })[term] ?? 1;
    const carried = carriedTerms([words('warranty'), words('a b c d e')], [], idf);
    assert.deepEqual(
      carried.map(({ term }) => term),
      ['warranty', 'a', 'b', 'c'],
    );
  });

  it('leaves out what is nowhere in the corpus', () => {
    const idf = (term: string) => (term === 'refund' ? 3 : 9);
    assert.deepEqual(carriedTerms([words('refund zorblax')], [], idf), [{ term: 'refund', weight: 0.3 }]);
  });

  it('never carries more than four, nor more than 0.3 for one', () => {
    const turn = fc.array(
      fc.record({ term: fc.string({ maxLength: 3 }), weight: fc.constantFrom(0.1, 1, 2) }),
    );
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 5 }), turn, (earlier, question) => {
        const carried = carriedTerms(earlier, question, (term) => (term === '' ? 9 : 1 + term.length));
        assert.ok(carried.length <= 4);
        for (const { term, weight } of carried) {
          assert.ok(weight > 0 && weight <= 0.3);
          assert.ok(!question.some((own) => own.term === term));
        }
      }),
    );
  });
});
