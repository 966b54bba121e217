import assert from 'node:assert/strict';
import { type CheckKeyValues, KEPT, MINUTE } from './clock.ts';

/** Writes of the key-value store contract that depend on what is stored. */
export function compareAndSetConformance(check: CheckKeyValues): void {
  check('a write that expects another value, or none, changes nothing', async (store) => {
    assert.equal(await store.compareAndSet('k', 'v', 'w', KEPT), false);
    assert.equal(await store.compareAndSet('k', '', 'w', KEPT), false);
    assert.deepEqual((await store.list('', { limit: 9 })).entries, []);
    assert.equal(await store.compareAndSet('k', undefined, '', KEPT), true);
    assert.equal(await store.compareAndSet('k', undefined, 'w', KEPT), false);
    assert.equal(await store.get('k'), '');
    assert.equal(await store.compareAndSet('k', '', 'Zoë 🎟', KEPT), true);
    for (const expected of ['', 'zoë 🎟', 'Zoë', undefined])
      assert.equal(await store.compareAndSet('k', expected, 'w', KEPT), false);
    assert.deepEqual((await store.list('', { limit: 9 })).entries, [{ key: 'k', value: 'Zoë 🎟' }]);
    await store.delete('k');
    assert.equal(await store.compareAndSet('k', 'Zoë 🎟', 'w', KEPT), false);
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
      assert.equal(await store.compareAndSet('k', 'b', 'c', KEPT), false);
      assert.equal(await store.compareAndSet('k', undefined, 'c', KEPT), true);
      assert.equal(await store.get('k'), 'c');
    },
  );

  check('of writes at the same time that expect the same value, one is made', async (store) => {
    for (const expected of [undefined, '0']) {
      const written = await Promise.all(
        Array.from({ length: 50 }, (_, i) => store.compareAndSet('k', expected, `new ${i}`, KEPT)),
      );
      assert.deepEqual(written.filter(Boolean), [true]);
      await store.set('k', '0', KEPT);
    }
  });

  check('a write under a key that UTF-8 cannot hold is refused', async (store) => {
    await assert.rejects(store.compareAndSet('\ud800', undefined, 'v', KEPT), RangeError);
  });
}
