import assert from 'node:assert/strict';
import { type CheckKeyValues, MINUTE } from './clock.ts';

/** Writes of the key-value store contract that depend on what is stored. */
export function compareAndSetConformance(check: CheckKeyValues): void {
  check('a write that expects another value, or none, changes nothing', async (store) => {
    assert.equal(await store.compareAndSet('k', 'v', 'w'), false);
    assert.equal(await store.compareAndSet('k', '', 'w'), false);
    assert.deepEqual((await store.list('', { limit: 9 })).entries, []);
    assert.equal(await store.compareAndSet('k', undefined, ''), true);
    assert.equal(await store.compareAndSet('k', undefined, 'w'), false);
    assert.equal(await store.get('k'), '');
    assert.equal(await store.compareAndSet('k', '', 'Zoë 🎟'), true);
    for (const expected of ['', 'zoë 🎟', 'Zoë', undefined])
      assert.equal(await store.compareAndSet('k', expected, 'w'), false);
    assert.deepEqual((await store.list('', { limit: 9 })).entries, [{ key: 'k', value: 'Zoë 🎟' }]);
    await store.delete('k');
    assert.equal(await store.compareAndSet('k', 'Zoë 🎟', 'w'), false);
    assert.equal(await store.get('k'), undefined);
  });

  check(
    'a write that finds what it expects gives the entry its time to live, and an expired entry is none',
    async (store, clock) => {
      await store.compareAndSet('k', undefined, 'a', { ttlMs: 10 * MINUTE });
      await clock.pass(9 * MINUTE);
      assert.equal(await store.compareAndSet('k', 'a', 'b', { ttlMs: 10 * MINUTE }), true);
      assert.equal(await store.compareAndSet('k', 'a', 'c', { ttlMs: 100 * MINUTE }), false);
      await clock.pass(9 * MINUTE);
      assert.equal(await store.get('k'), 'b');
      await clock.pass(MINUTE);
      assert.equal(await store.compareAndSet('k', 'b', 'c'), false);
      assert.equal(await store.compareAndSet('k', undefined, 'c'), true);
      await clock.pass(10_000 * MINUTE);
      assert.equal(await store.get('k'), 'c');
    },
  );

  check('of writes at the same time that expect the same value, one is made', async (store) => {
    for (const expected of [undefined, '0']) {
      const written = await Promise.all(
        Array.from({ length: 50 }, (_, i) => store.compareAndSet('k', expected, `new ${i}`)),
      );
      assert.deepEqual(written.filter(Boolean), [true]);
      await store.set('k', '0');
    }
  });

  check('a write that cannot be stored as it is, or has no time to live, is refused', async (store) => {
    await assert.rejects(store.compareAndSet('\ud800', undefined, 'v'), RangeError);
    await assert.rejects(store.compareAndSet('k', undefined, '\udfff'), RangeError);
    await assert.rejects(store.compareAndSet('k', undefined, 'v', { ttlMs: 0 }), RangeError);
    assert.equal(await store.get('k'), undefined);
  });
}
