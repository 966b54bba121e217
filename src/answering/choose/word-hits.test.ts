import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { earlyShare, type Hit } from './word-hits.ts';

const hit = (token: number, word: number, factor = 1): Hit => ({ token, word, factor });

describe('earlyShare', () => {
  it('counts the first words of a sentence fully, and later ones less', () => {
    assert.equal(earlyShare([hit(20, 0)], 20, [1, 3], 4), 0.25);
    assert.equal(earlyShare([hit(30, 0)], 20, [1, 3], 4), 0.25 / Math.E);
  });

  it('counts a word at its best position', () => {
    assert.equal(earlyShare([hit(20, 0, 0.6), hit(90, 0)], 20, [2], 2), 0.6);
  });

  it('is a share that falls the later the words come', () => {
    const hits = fc.array(
      fc.record({ token: fc.nat(200), word: fc.nat(3), factor: fc.constantFrom(1, 0.7, 0.6) }),
    );
    fc.assert(
      fc.property(hits, fc.nat(50), (found, later) => {
        const share = earlyShare(found, 0, [1, 2, 3, 4], 10);
        const moved = found.map((each) => ({ ...each, token: each.token + later }));
        assert.ok(share >= 0 && share <= 1);
        assert.ok(earlyShare(moved, 0, [1, 2, 3, 4], 10) <= share);
      }),
    );
  });
});
