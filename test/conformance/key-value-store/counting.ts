import assert from 'node:assert/strict';
import { type CheckKeyValues, type Clock, MINUTE } from './clock.ts';

/** The counters of the key-value store contract. */
export function countingConformance(check: CheckKeyValues): void {
  check('increments at the same time each get a number of their own', async (store, clock) => {
    const counted = await Promise.all(
      Array.from({ length: 180 }, () => store.increment('counter', { ttlMs: 10 * MINUTE })),
    );
    assert.deepEqual(
      counted.map(({ count }) => count).sort((a, b) => a - b),
      Array.from({ length: 180 }, (_, i) => i + 1),
    );
    for (const { expiresAt } of counted) assertAt(expiresAt, clock.now + 10 * MINUTE, clock);
    assert.equal((await store.increment('other', { ttlMs: 10 * MINUTE })).count, 1);
  });

  check('a counter expires after its first increment, and then starts again', async (store, clock) => {
    const begin = clock.now;
    const countsTo = async (expected: number, expiresAt: number) => {
      const counter = await store.increment('c', { ttlMs: 100 * MINUTE });
      assert.equal(counter.count, expected);
      assertAt(counter.expiresAt, expiresAt, clock);
    };
    await countsTo(1, begin + 100 * MINUTE);
    await clock.pass(99 * MINUTE);
    await countsTo(2, begin + 100 * MINUTE);
    await clock.pass(MINUTE);
    assert.equal(await store.get('c'), undefined);
    await countsTo(1, begin + 200 * MINUTE);
    assert.equal(await store.delete('c'), true);
    assert.equal((await store.increment('c', { ttlMs: 100 * MINUTE })).count, 1);
  });

  check('a counter under a key that UTF-8 cannot hold is refused', async (store) => {
    await assert.rejects(store.increment('\ud800', { ttlMs: 10 }), RangeError);
  });
}

/** Of a store with a clock of its own, earlier by the time that passed on that clock at most. */
function assertAt(actual: number, expected: number, { toleranceMs }: Clock): void {
  assert.ok(
    actual <= expected && expected - actual <= toleranceMs,
    `${actual} should be ${expected}, or at most ${toleranceMs} ms before it`,
  );
}
