import type { KeyValueStore } from '../../ports/key-value-store.ts';
import { pageOf } from '../page-of.ts';
import { unavailable } from '../store-refusals.ts';
import { checkWellFormed, compareBytes, SWEPT_PER_WRITE } from './entry-rules.ts';

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
}

/**
 * Keeps everything in memory: for tests, and for data that may be lost.
 *
 * @param options `entriesMax`: beyond it each new entry drops the oldest.
 */
export function createMemoryKeyValueStore(options: {
  now: () => number;
  entriesMax?: number;
}): KeyValueStore {
  const { now, entriesMax = Number.POSITIVE_INFINITY } = options;
  const entries = new Map<string, Entry>();
  let sweeping = entries.entries();
  let closed = false;

  const isAlive = ({ expiresAt }: Entry) => expiresAt > now();

  function checkOpen(): void {
    if (closed) throw unavailable('kv_store', new Error('The store is closed'));
  }

  function find(key: string): Entry | undefined {
    const entry = entries.get(key);
    return entry && isAlive(entry) ? entry : undefined;
  }

  function write(key: string, entry: Entry): void {
    entries.set(key, entry);
    // A Map keeps insertion order.
    if (entries.size > entriesMax) entries.delete(entries.keys().next().value!);
    sweep();
  }

  /** Checks all entries in turn, some at every write. */
  function sweep(): void {
    for (let seen = 0; seen < SWEPT_PER_WRITE; seen += 1) {
      const { value, done } = sweeping.next();
      if (done) {
        sweeping = entries.entries();
        return;
      }
      if (!isAlive(value[1])) entries.delete(value[0]);
    }
  }

  return {
    async get(key) {
      checkOpen();
      return find(key)?.value;
    },
    async set(key, value, { ttlMs }) {
      checkOpen();
      checkWellFormed('key', key);
      write(key, { value, expiresAt: now() + ttlMs });
    },
    async compareAndSet(key, expected, value, { ttlMs }) {
      checkOpen();
      checkWellFormed('key', key);
      if (find(key)?.value !== expected) return false;
      write(key, { value, expiresAt: now() + ttlMs });
      return true;
    },
    async increment(key, { ttlMs }) {
      checkOpen();
      checkWellFormed('key', key);
      const { value, expiresAt } = find(key) ?? { value: '0', expiresAt: now() + ttlMs };
      const count = Number(value) + 1;
      write(key, { value: String(count), expiresAt });
      return { count, expiresAt };
    },
    async delete(key) {
      checkOpen();
      const isThere = find(key) !== undefined;
      entries.delete(key);
      return isThere;
    },
    async list(prefix, { limit, after }) {
      checkOpen();
      checkWellFormed('prefix', prefix);
      const found = [...entries]
        .filter(([key, entry]) => key.startsWith(prefix) && isAlive(entry))
        .filter(([key]) => after === undefined || compareBytes(key, after) > 0)
        .sort(([a], [b]) => compareBytes(a, b));
      const { shown, last } = pageOf(found, limit);
      return { entries: shown.map(([key, { value }]) => ({ key, value })), next: last?.[0] };
    },
    async ping(signal) {
      signal.throwIfAborted();
      checkOpen();
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      entries.clear();
    },
  };
}
