import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Clock } from './conformance.ts';

type WithStore = (body: (store: KeyValueStore, clock: Clock) => Promise<void>) => () => Promise<void>;

/** The counters of the key-value store contract. */
export function countingConformance(withStore: WithStore): void {
  test(
    'increments at the same time each get a number of their own',
    withStore(async (store, clock) => {
      const counted = await Promise.all(
        Array.from({ length: 180 }, () => store.increment('counter', { ttlMs: 1_000 })),
      );
      assert.deepEqual(
        counted.map(({ count }) => count).sort((a, b) => a - b),
        Array.from({ length: 180 }, (_, i) => i + 1),
      );
      for (const { expiresAt } of counted) assert.equal(expiresAt, clock.now + 1_000);
      assert.equal((await store.increment('other', { ttlMs: 1_000 })).count, 1);
    }),
  );

  test(
    'a counter lives from its first increment on, and then begins anew',
    withStore(async (store, clock) => {
      const begin = clock.now;
      assert.deepEqual(await store.increment('c', { ttlMs: 100 }), { count: 1, expiresAt: begin + 100 });
      clock.now += 99;
      assert.deepEqual(await store.increment('c', { ttlMs: 100 }), { count: 2, expiresAt: begin + 100 });
      clock.now += 1;
      assert.equal(await store.get('c'), undefined);
      assert.deepEqual(await store.increment('c', { ttlMs: 100 }), { count: 1, expiresAt: begin + 200 });
      assert.equal(await store.delete('c'), true);
      assert.equal((await store.increment('c', { ttlMs: 100 })).count, 1);
    }),
  );

  test(
    'what is no counter cannot be counted on, and stays as it was',
    withStore(async (store) => {
      await store.set('word', 'seven', { ttlMs: 1_000 });
      await store.set('for ever', '7');
      for (const key of ['word', 'for ever']) {
        const before = await store.get(key);
        await assert.rejects(store.increment(key, { ttlMs: 10 }), RangeError);
        assert.equal(await store.get(key), before);
      }
      await assert.rejects(store.increment('new', { ttlMs: 0 }), RangeError);
      await assert.rejects(store.increment('\ud800', { ttlMs: 10 }), RangeError);
      assert.equal(await store.get('new'), undefined);
    }),
  );
}
