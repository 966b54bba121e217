import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TopSlots } from './top-slots.ts';

const precedes = (a: number, b: number) => a < b;

test('the best of what is offered are kept, in whatever order they come', () => {
  const scores = fc.array(fc.constantFrom(-1, 0, 0.5, 1, 2, Number.MIN_VALUE), { maxLength: 60 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 20 }), (given, limit) => {
      const top = new TopSlots(limit, precedes);
      const offered = given.map((score, i) => ({ slot: (i * 7) % 61, score }));
      for (const { slot, score } of offered) top.offer(score, slot);
      const best = offered.sort((a, b) => b.score - a.score || a.slot - b.slot).slice(0, limit);
      assert.deepEqual(new Set(top.found()), new Set(best));
      assert.equal(top.threshold, best.length < limit ? Number.NEGATIVE_INFINITY : best.at(-1)!.score);
    }),
  );
});
