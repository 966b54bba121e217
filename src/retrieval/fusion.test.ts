import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { aboveBackground, backgroundOf, fuse } from './fusion.ts';

const hit = (chunkId: string, lexical: number, dense: number) => ({ chunkId, docId: 'd', lexical, dense });
const order = (hits: readonly { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);

describe('the background of cosines', () => {
  const embedding = { cosine: () => 1 };
  const hits = (cosines: readonly number[]) =>
    cosines.map((dense, at) => ({ ...hit(`c${at}`, 1, dense), embedding }));
  const ten = [0.7, 0.72, 0.73, 0.74, 0.75, 0.76, 0.77, 0.78, 0.8, 0.9];

  it('is the least cosine of the embedded hits, and 0 when they are few', () => {
    assert.equal(backgroundOf(hits(ten)), 0.7);
    assert.equal(backgroundOf([...hits(ten), hit('unembedded', 1, 0)]), 0.7);
    assert.equal(backgroundOf(hits(ten.slice(1))), 0);
    assert.equal(backgroundOf(hits([...ten, -0.2])), 0);
  });

  it('rescales cosines to the same values for any range of a model', () => {
    const range = fc.double({ min: 0, max: 0.9, noNaN: true });
    const cosine = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(cosine, { minLength: 10, maxLength: 20 }), range, (cosines, common) => {
        const lifted = cosines.map((c) => common + (1 - common) * c);
        const left = (all: readonly number[]) => all.map((c) => aboveBackground(c, backgroundOf(hits(all))));
        const [before, after] = [left(cosines), left(lifted)];
        for (const [at, share] of before.entries()) {
          // One that exceeds all others only by rounding is divided by almost nothing.
          if (Math.min(...cosines) > 0.99) continue;
          assert.ok(Math.abs(share - after[at]!) < 1e-6);
        }
      }),
    );
    assert.equal(aboveBackground(1, 1), 0);
    assert.equal(aboveBackground(0.2, 0.5), 0);
  });

  it('leaves passages that a model hardly tells apart to their words', () => {
    const alike = Array.from({ length: 10 }, (_, at) => hit(`c${at}`, 0.85, 0.31 + at / 300));
    const all = [hit('named', 1, 0.31), ...alike].map((each) => ({ ...each, embedding }));
    const [best] = fuse(all, 1, { background: backgroundOf(all) });
    assert.deepEqual([best?.chunkId, best?.dense], ['named', 0]);
  });
});

describe('fuse', () => {
  it('adds the weighted cosine to the share of the best lexical score', () => {
    assert.deepEqual(fuse([hit('a', 10, 0), hit('b', 8, 0.75)], 0.4), [
      { ...hit('b', 8, 0.75), score: 0.8 + 0.4 * 0.75 },
      { ...hit('a', 10, 0), score: 1 },
    ]);
  });

  it('takes a cosine below 0 for 0', () => {
    assert.equal(fuse([hit('a', 5, -0.9)], 0.4)[0]?.score, 1);
  });

  it('ranks by cosine alone when no chunk shares a word', () => {
    assert.deepEqual(order(fuse([hit('a', 0, 0.1), hit('b', 0, 0.3)], 0.4)), ['b', 'a']);
  });

  it('returns nothing without hits', () => {
    assert.deepEqual(fuse([], 0.4), []);
  });

  it('does not depend on the order of the hits', () => {
    const hits = fc.uniqueArray(
      fc.record({
        chunkId: fc.stringMatching(/^[a-z]{1,3}$/),
        docId: fc.constant('d'),
        lexical: fc.constantFrom(0, 1, 2, 4),
        dense: fc.constantFrom(-0.5, 0, 0.25, 0.5),
      }),
      { selector: ({ chunkId }) => chunkId },
    );
    fc.assert(
      fc.property(hits, (some) => {
        assert.deepEqual(fuse(some, 0.4), fuse(some.toReversed(), 0.4));
        const scores = fuse(some, 0.4).map(({ score }) => score);
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
        );
      }),
    );
  });
});
