import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogFields, Logger } from '../../ports/logger.ts';
import { createMemoryKeyValueStore } from '../key-value/memory.ts';
import { traced } from './traced.ts';

function recordingLogger(debug: boolean) {
  const lines: LogFields[] = [];
  const ignore = () => {};
  const logger: Logger = {
    debug: (_message, fields = {}) => lines.push(fields),
    info: ignore,
    warn: ignore,
    error: ignore,
    enabled: (level) => level !== 'debug' || debug,
  };
  return { logger, lines };
}

test('a traced store answers as before and tells each call', async () => {
  const { logger, lines } = recordingLogger(true);
  const store = traced(createMemoryKeyValueStore({ now: () => 0 }), { name: 'memory', logger, now: () => 0 });
  await store.set('a', '1', { ttlMs: 1_000 });
  assert.equal(await store.get('a'), '1');
  assert.deepEqual(
    lines.map(({ store, call, outcome }) => `${store}.${call} ${outcome}`),
    ['memory.set ok', 'memory.get ok'],
  );
});

test('a failing call is logged as failed and still fails', async () => {
  const { logger, lines } = recordingLogger(true);
  const store = createMemoryKeyValueStore({ now: () => 0 });
  await store[Symbol.asyncDispose]();
  await assert.rejects(traced(store, { name: 'memory', logger, now: () => 0 }).get('a'));
  assert.equal(lines[0]?.outcome, 'failed');
});

test('a call that yields items is logged once, when its reader has ended or it fails', async () => {
  const { logger, lines } = recordingLogger(true);
  const port = {
    async *items(count: number) {
      for (let item = 0; item < count; item++) yield item;
      if (count > 2) throw new Error('no more');
    },
  };
  const { items } = traced(port, { name: 'port', logger, now: () => 0 });
  for await (const item of items(2)) assert.equal(lines.length, 0, String(item));
  for await (const _ of items(3)) break;
  await assert.rejects(Array.fromAsync(items(3)), /no more/);
  assert.deepEqual(
    lines.map(({ call, outcome }) => `${call} ${outcome}`),
    ['items ok', 'items ok', 'items failed'],
  );
});

test('without debug lines the store itself is used', () => {
  const store = createMemoryKeyValueStore({ now: () => 0 });
  assert.equal(traced(store, { name: 'memory', logger: recordingLogger(false).logger, now: () => 0 }), store);
});
