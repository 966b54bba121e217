import type { KeyValueStore } from '../../ports/key-value-store.ts';
import { unavailable } from '../store-refusals.ts';
import { checkLimit, checkWellFormed, compareBytes, expiryOf, SWEPT_PER_WRITE } from './entry-rules.ts';

interface Entry {
  readonly value: string;
  readonly expiresAt: number | null;
}

/** Holds everything in this process, and so nothing beyond it: for tests, and for what may be forgotten. */
export function createMemoryKeyValueStore({ now }: { now: () => number }): KeyValueStore {
  const entries = new Map<string, Entry>();
  let sweeping = entries.entries();
  let closed = false;

  const isAlive = ({ expiresAt }: Entry) => expiresAt === null || expiresAt > now();

  function checkOpen(): void {
    if (closed) throw unavailable('kv_store', new Error('The store is closed'));
  }

  /** Goes round all entries, some at every write. */
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
      const entry = entries.get(key);
      return entry && isAlive(entry) ? entry.value : undefined;
    },
    async set(key, value, { ttlMs } = {}) {
      checkOpen();
      checkWellFormed('key', key);
      checkWellFormed('value', value);
      entries.set(key, { value, expiresAt: expiryOf(now(), ttlMs) });
      sweep();
    },
    async delete(key) {
      checkOpen();
      const entry = entries.get(key);
      return entries.delete(key) && isAlive(entry!);
    },
    async list(prefix, { limit, after }) {
      checkOpen();
      checkWellFormed('prefix', prefix);
      checkLimit(limit);
      const found = [...entries]
        .filter(([key, entry]) => key.startsWith(prefix) && isAlive(entry))
        .filter(([key]) => after === undefined || compareBytes(key, after) > 0)
        .sort(([a], [b]) => compareBytes(a, b));
      const page = found.slice(0, limit).map(([key, { value }]) => ({ key, value }));
      return { entries: page, next: found.length > limit ? page.at(-1)?.key : undefined };
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
