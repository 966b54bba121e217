import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { carriedTerms, echoedTerms } from './carried-terms.ts';

const words = (text: string) => text.split(' ').map((term) => ({ term, weight: 1 }));
const turns = (...texts: string[]) => texts.map((text) => ({ terms: words(text) }));
const flat = (term: string) => (term === '' ? 2 : 1);
const lent = (idf: (term: string) => number = flat) => ({ idf, continues: false });

describe('carriedTerms', () => {
  it('carries nothing into a first question', () => {
    assert.deepEqual(carriedTerms([], words('refund'), lent()), []);
  });

  it('weighs the previous turn 0.5 and the one before that 0.7 of it', () => {
    assert.deepEqual(carriedTerms(turns('damage', 'refund'), words('cost'), lent()), [
      { term: 'refund', weight: 0.5 },
      { term: 'damage', weight: 0.5 * 0.7 },
    ]);
  });

  it('weighs the one before that 0.5 of it when the question shows that it continues', () => {
    const goingOn = { idf: flat, continues: true };
    assert.deepEqual(carriedTerms(turns('damage', 'refund'), words('cost'), goingOn), [
      { term: 'refund', weight: 0.5 },
      { term: 'damage', weight: 0.25 },
    ]);
  });

  it('gives a word of several turns the weight of the latest', () => {
    assert.deepEqual(carriedTerms(turns('refund', 'refund'), [], lent()), [{ term: 'refund', weight: 0.5 }]);
  });

  it('leaves out stop words and the words of the question itself', () => {
    assert.deepEqual(carriedTerms(turns('.what .is refund cost'), words('cost .of'), lent()), [
      { term: 'refund', weight: 0.5 },
    ]);
  });

  it('prefers rare words, a rare old one to a common new one, and of equals the last', () => {
    const idf = (term: string) => ({ '': 9, warranty: 8 })[term] ?? 1;
    const carried = carriedTerms(turns('warranty', 'a b c d e'), [], lent(idf));
    assert.deepEqual(
      carried.map(({ term }) => term),
      ['warranty', 'e', 'd', 'c'],
    );
  });

  it('leaves out the "many" of "how many"', () => {
    const terms = [
      { term: 'many', weight: 0.1 },
      { term: 'day', weight: 1 },
    ];
    assert.deepEqual(carriedTerms([{ terms }], [], lent()), [{ term: 'day', weight: 0.5 }]);
  });

  it('halves the words of a refused question, and the one before it is still the previous one', () => {
    const earlier = [...turns('parliament'), { terms: words('pizza'), isRefused: true }];
    assert.deepEqual(carriedTerms(earlier, words('elect'), { idf: flat, continues: true }), [
      { term: 'parliament', weight: 0.5 },
      { term: 'pizza', weight: 0.25 },
    ]);
  });

  it('weighs a word less for each turn since, also for those that were refused', () => {
    const refused = { terms: [], isRefused: true };
    assert.deepEqual(carriedTerms([...turns('parliament'), refused, refused, refused], [], lent()), [
      { term: 'parliament', weight: 0.5 * 0.7 * 0.7 },
    ]);
  });

  it('takes a number only from the latest turn that has one, and none where the question is one', () => {
    const earlier = turns('revenue 2021', '2022');
    assert.deepEqual(
      carriedTerms(earlier, words('profit'), lent()).map(({ term }) => term),
      ['2022', 'revenue'],
    );
    assert.deepEqual(carriedTerms(earlier, words('.in 2020'), lent()), [{ term: 'revenue', weight: 0.35 }]);
  });

  it('leaves out what is nowhere in the corpus', () => {
    const idf = (term: string) => (term === 'refund' ? 3 : 9);
    assert.deepEqual(carriedTerms(turns('refund zorblax'), [], lent(idf)), [{ term: 'refund', weight: 0.5 }]);
  });

  it('never carries more than four, nor more than 0.5 for one', () => {
    const turn = fc.array(
      fc.record({ term: fc.string({ maxLength: 3 }), weight: fc.constantFrom(0.1, 1, 2) }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.record({ terms: turn, isRefused: fc.boolean() }), { maxLength: 5 }),
        turn,
        fc.boolean(),
        (earlier, question, continues) => {
          const idf = (term: string) => (term === '' ? 9 : 1 + term.length);
          const carried = carriedTerms(earlier, question, { idf, continues });
          assert.ok(carried.length <= 4);
          for (const { term, weight } of carried) {
            assert.ok(weight > 0 && weight <= 0.5);
            assert.ok(!question.some((own) => own.term === term));
          }
        },
      ),
    );
  });
});

describe('echoedTerms', () => {
  it('gives the five most informative words of an answer, repeated ones before single ones', () => {
    const answer = [...words('a b c d e f .the'), { term: 'refund', weight: 3 }];
    const echoed = echoedTerms(answer, words('a'), lent());
    assert.deepEqual(
      echoed.map(({ term }) => term),
      ['refund', 'b', 'c', 'd', 'e'],
    );
    assert.ok(echoed.every(({ weight }) => weight === 0.05));
  });

  it('doubles their weight when the question shows that it continues', () => {
    assert.deepEqual(echoedTerms(words('refund'), [], { idf: flat, continues: true }), [
      { term: 'refund', weight: 0.1 },
    ]);
  });

  it('leaves out what is nowhere in the corpus', () => {
    assert.deepEqual(
      echoedTerms(
        words('zorblax'),
        [],
        lent(() => 9),
      ),
      [],
    );
  });
});
