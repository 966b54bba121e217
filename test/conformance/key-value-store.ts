import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { KeyValueStore } from '../../src/ports/key-value-store.ts';
import {
  type CheckKeyValues,
  clockOf,
  KEPT,
  MINUTE,
  NO_OWN_CLOCK,
  type OwnClock,
} from './key-value-store/clock.ts';
import { compareAndSetConformance } from './key-value-store/compare-and-set.ts';
import { countingConformance } from './key-value-store/counting.ts';
import { assertUnavailable } from './store-checks.ts';

/** Opens a store that keeps its data in `folder` and reads the time from `now`. */
type OpenKeyValueStore = (
  folder: string,
  options: { now: () => number },
) => KeyValueStore | Promise<KeyValueStore>;

/** Neighbours in every order that might be mistaken for that of UTF-8 bytes. */
const KEYS = [
  '',
  'a',
  'A',
  'a:',
  'a:1',
  'a:10',
  'a:2',
  'a;',
  'a\u0000',
  'a\u0000b',
  'ab',
  'á',
  'a\u0301',
  'a%',
  'a_',
  'z',
  'ß',
  '\u{ffff}',
  '\u{e000}',
  '\u{10000}',
  '\u{10ffff}',
  '\u{10ffff}\u{10ffff}',
  '😀',
  'користувач',
  "'; DROP TABLE entries; --",
];

/** The contract of every key-value store. */
export function keyValueStoreConformance(
  name: string,
  open: OpenKeyValueStore,
  own: OwnClock = NO_OWN_CLOCK,
): void {
  const check: CheckKeyValues = (says, body) =>
    void test(says, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'docent-key-value-'));
      try {
        const clock = clockOf(own);
        await using store = await open(folder, { now: () => clock.now });
        await body(store, clock);
      } finally {
        await rm(folder, { recursive: true });
      }
    });

  describe(`${name} is a KeyValueStore`, { skip: own.skip }, () => {
    check('a value is read under its key until it is replaced or deleted', async (store) => {
      assert.equal(await store.get('k'), undefined);
      await store.set('k', 'first', KEPT);
      assert.equal(await store.get('k'), 'first');
      await store.set('k', '', KEPT);
      assert.equal(await store.get('k'), '');
      assert.equal(await store.delete('k'), true);
      assert.equal(await store.delete('k'), false);
      assert.equal(await store.get('k'), undefined);
    });

    check('keys are exact, however alike they look', async (store) => {
      for (const key of KEYS) await store.set(key, `value of ${key}`, KEPT);
      for (const key of KEYS) assert.equal(await store.get(key), `value of ${key}`);
      await store.delete('a');
      for (const key of KEYS.filter((other) => other !== 'a')) {
        assert.equal(await store.get(key), `value of ${key}`);
      }
    });

    check('any well-formed key and value come back as they were', async (store) => {
      const text = fc.string({ unit: 'binary' });
      await fc.assert(
        fc.asyncProperty(text, text, async (key, value) => {
          await store.set(key, value, KEPT);
          assert.equal(await store.get(key), value);
        }),
        { numRuns: 100 },
      );
    });

    check('a key that UTF-8 cannot hold is refused, not changed', async (store) => {
      await assert.rejects(store.set('\ud800', 'v', KEPT), RangeError);
      await assert.rejects(store.list('\ud800', { limit: 1 }), RangeError);
      assert.equal(await store.get('\ufffd'), undefined);
    });

    check('an entry is over when its time to live is, and not before', async (store, clock) => {
      await store.set('short', 'v', { ttlMs: 20 * MINUTE });
      await store.set('long', 'v', KEPT);
      await clock.pass(19 * MINUTE);
      assert.equal(await store.get('short'), 'v');
      await clock.pass(MINUTE);
      assert.equal(await store.get('short'), undefined);
      assert.equal(await store.get('long'), 'v');
      assert.deepEqual(await store.list('', { limit: 9 }), {
        entries: [{ key: 'long', value: 'v' }],
        next: undefined,
      });
      assert.equal(await store.delete('short'), false);
    });

    check('writing a key again gives it the new time to live', async (store, clock) => {
      await store.set('a', '1', { ttlMs: 10 * MINUTE });
      await store.set('a', '2', { ttlMs: 30 * MINUTE });
      await clock.pass(20 * MINUTE);
      assert.equal(await store.get('a'), '2');
      await clock.pass(10 * MINUTE);
      assert.equal(await store.get('a'), undefined);
    });

    check(
      'a list holds the keys that begin with the prefix, in the order of their bytes, page by page',
      async (store) => {
        for (const key of KEYS) await store.set(key, key.toUpperCase(), KEPT);
        for (const prefix of ['', 'a', 'a:', 'a;', 'a\u0000', 'á', '\u{10ffff}', '\u{ffff}', 'none', "'"]) {
          const expected = KEYS.filter((key) => key.startsWith(prefix)).sort((a, b) =>
            Buffer.compare(Buffer.from(a), Buffer.from(b)),
          );
          for (const limit of [1, 3, 100]) {
            assert.deepEqual(
              await keysOf(store, prefix, limit),
              expected,
              `prefix ${JSON.stringify(prefix)}`,
            );
          }
        }
        assert.deepEqual((await store.list('z', { limit: 5 })).entries, [{ key: 'z', value: 'Z' }]);
      },
    );

    check('a page begins after any key, also one that is not there or has another prefix', async (store) => {
      for (const key of ['a:1', 'a:3', 'b:1']) await store.set(key, 'v', KEPT);
      const after = async (key: string) =>
        (await store.list('a:', { limit: 9, after: key })).entries.map((entry) => entry.key);
      assert.deepEqual(await after('a:2'), ['a:3']);
      assert.deepEqual(await after(''), ['a:1', 'a:3']);
      assert.deepEqual(await after('a'), ['a:1', 'a:3']);
      assert.deepEqual(await after('z'), []);
    });

    check('a page that ends with the last key is the last page', async (store) => {
      await store.set('a', 'v', KEPT);
      await store.set('b', 'v', KEPT);
      assert.equal((await store.list('', { limit: 2 })).next, undefined);
      assert.equal((await store.list('', { limit: 1 })).next, 'a');
    });

    check(
      'paging returns every remaining key once, whatever is added and deleted in between',
      async (store) => {
        const stays = Array.from({ length: 20 }, (_, i) => `s:${String(i).padStart(2, '0')}`);
        for (const key of stays) await store.set(key, 'v', KEPT);
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await store.list('s:', { limit: 3, ...(after === undefined ? {} : { after }) });
          seen.push(...page.entries.map(({ key }) => key));
          after = page.next;
          // Before and after the place reached, and the very key at which the next page begins.
          await store.set(`s:${seen.length}x`, 'added', KEPT);
          await store.set('s:', 'added', KEPT);
          if (after?.endsWith('x')) await store.delete(after);
        } while (after !== undefined);
        assert.deepEqual(
          seen.filter((key) => stays.includes(key)),
          stays,
        );
        assert.equal(new Set(seen).size, seen.length);
      },
    );

    check('concurrent writes are all stored', async (store) => {
      await Promise.all(Array.from({ length: 500 }, (_, i) => store.set(`k${i}`, String(i), KEPT)));
      const values = await Promise.all(Array.from({ length: 500 }, (_, i) => store.get(`k${i}`)));
      assert.deepEqual(
        values,
        Array.from({ length: 500 }, (_, i) => String(i)),
      );
    });

    countingConformance(check);
    compareAndSetConformance(check);

    check('a store that is open can be reached, and heeds the signal', async (store) => {
      await store.ping(AbortSignal.timeout(60_000));
      await assert.rejects(store.ping(AbortSignal.abort(new Error('left'))), /left/);
    });

    check('a store that was closed refuses every call, and closes once', async (store) => {
      await store.set('k', 'v', KEPT);
      await store[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await assertUnavailable(
        () => store.get('k'),
        () => store.set('k', 'v', KEPT),
        () => store.compareAndSet('k', 'v', 'w', KEPT),
        () => store.increment('k', { ttlMs: 10 }),
        () => store.delete('k'),
        () => store.list('', { limit: 1 }),
        () => store.ping(AbortSignal.timeout(60_000)),
      );
    });
  });
}

async function keysOf(store: KeyValueStore, prefix: string, limit: number): Promise<string[]> {
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const page = await store.list(prefix, { limit, ...(after === undefined ? {} : { after }) });
    assert.ok(page.entries.length <= limit);
    keys.push(...page.entries.map(({ key }) => key));
    after = page.next;
  } while (after !== undefined);
  return keys;
}
