import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { figuresOf, meanFigures } from './metrics.ts';

const grades = (...entries: [string, number][]) => new Map(entries);
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} ≉ ${expected}`);

describe('figuresOf', () => {
  it('is 1 throughout for a ranking that begins with all that is relevant', () => {
    assert.deepEqual(figuresOf(['a', 'b', 'c'], grades(['a', 1], ['b', 1])), {
      ndcg10: 1,
      recall5: 1,
      recall10: 1,
      recall100: 1,
      mrr10: 1,
      hit1: 1,
    });
  });

  it('is 0 throughout for a ranking without anything relevant, and for an empty one', () => {
    const zero = { ndcg10: 0, recall5: 0, recall10: 0, recall100: 0, mrr10: 0, hit1: 0 };
    assert.deepEqual(figuresOf(['x', 'y'], grades(['a', 1])), zero);
    assert.deepEqual(figuresOf([], grades(['a', 1])), zero);
  });

  it('discounts linear gains by the logarithm of the rank', () => {
    // Ranks 2 and 3 hold grades 1 and 3; ideal is 3 then 1.
    const { ndcg10 } = figuresOf(['x', 'a', 'b'], grades(['a', 1], ['b', 3]));
    near(ndcg10, (1 / Math.log2(3) + 3 / Math.log2(4)) / (3 + 1 / Math.log2(3)));
  });

  it('takes the ideal of at most ten relevant units', () => {
    const relevant = grades(...Array.from({ length: 30 }, (_, i): [string, number] => [`r${i}`, 1]));
    assert.equal(figuresOf([...relevant.keys()], relevant).ndcg10, 1);
    near(figuresOf([...relevant.keys()], relevant).recall10, 1 / 3);
  });

  it('cuts each figure at its depth', () => {
    const ranking = Array.from({ length: 200 }, (_, i) => `u${i}`);
    const at = (rank: number) => figuresOf(ranking, grades([`u${rank - 1}`, 1]));
    assert.equal(at(5).recall5, 1);
    assert.equal(at(6).recall5, 0);
    near(at(10).mrr10, 0.1);
    assert.equal(at(11).mrr10, 0);
    assert.equal(at(11).ndcg10, 0);
    assert.equal(at(100).recall100, 1);
    assert.equal(at(101).recall100, 0);
  });

  it('stays within 0…1 for any ranking and any grades', () => {
    const unit = fc.stringMatching(/^[a-e]$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(unit),
        fc.uniqueArray(fc.tuple(unit, fc.integer({ min: 1, max: 4 })), {
          selector: ([id]) => id,
          minLength: 1,
        }),
        (ranking, relevant) => {
          for (const figure of Object.values(figuresOf(ranking, new Map(relevant)))) {
            assert.ok(figure >= 0 && figure <= 1 + 1e-12);
          }
        },
      ),
    );
  });
});

describe('meanFigures', () => {
  it('gives every member equal weight', () => {
    const one = figuresOf(['a'], grades(['a', 1]));
    const none = figuresOf([], grades(['a', 1]));
    assert.equal(meanFigures([one, one, none, none]).mrr10, 0.5);
  });

  it('is 0 for no members', () => {
    assert.equal(meanFigures([]).ndcg10, 0);
  });
});
