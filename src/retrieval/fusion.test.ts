import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fuse } from './fusion.ts';

const hit = (chunkId: string, lexical: number, dense: number) => ({ chunkId, docId: 'd', lexical, dense });
const order = (hits: readonly { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);

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

  it('gives nothing for nothing', () => {
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
