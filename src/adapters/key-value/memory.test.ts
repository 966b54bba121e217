import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyValueStoreConformance } from '../../../test/conformance/key-value-store.ts';
import { createMemoryKeyValueStore } from './memory.ts';

keyValueStoreConformance('memory', (_folder, { now }) => createMemoryKeyValueStore({ now }));

test('a bounded store drops the oldest entry for each new one', async () => {
  await using store = createMemoryKeyValueStore({ now: () => 0, entriesMax: 2 });
  await store.set('a', '1', { ttlMs: 1 });
  await store.set('b', '1', { ttlMs: 1 });
  await store.set('a', '2', { ttlMs: 1 });
  await store.set('c', '1', { ttlMs: 1 });
  const { entries } = await store.list('', { limit: 9 });
  assert.deepEqual(
    entries.map(({ key }) => key),
    ['b', 'c'],
  );
});
