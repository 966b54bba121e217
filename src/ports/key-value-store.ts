/**
 * Strings under string keys, with expiry and keyset paging. Keys are exact: no case folding, no normalisation,
 * ordered by their UTF-8 bytes. A write is durable when its promise resolves, unless the driver says otherwise.
 *
 * ```ts
 * import { createMemoryKeyValueStore } from '../adapters/key-value/memory.ts';
 *
 * await using store = createMemoryKeyValueStore({ now: Date.now });
 * await store.set('visit:1', 'Ada', { ttlMs: 60_000 });
 * console.log(await store.get('visit:1')); // Ada
 * console.log(await store.compareAndSet('visit:1', 'Bob', 'Eve', { ttlMs: 60_000 })); // false
 * console.log((await store.increment('visits', { ttlMs: 60_000 })).count); // 1
 * ```
 */
export interface KeyValueStore extends AsyncDisposable {
  /** The value, or undefined when the key is absent or its time to live is over. */
  get(key: string): Promise<string | undefined>;
  /**
   * Writes or replaces an entry, which lives for `ttlMs` (whole milliseconds, > 0).
   *
   * @param value Well-formed Unicode, as that of `JSON.stringify` is.
   */
  set(key: string, value: string, options: { ttlMs: number }): Promise<void>;
  /**
   * Atomically writes, as `set` does, if the key holds `expected` at that moment; undefined: if it is absent or its time
   * to live is over.
   *
   * @returns Whether it was written.
   */
  compareAndSet(
    key: string,
    expected: string | undefined,
    value: string,
    options: { ttlMs: number },
  ): Promise<boolean>;
  /**
   * Atomically adds one to the counter under `key`. An absent or expired key starts at 1 and lives for `ttlMs`
   * from now; later increments do not extend it. Nothing else writes the key. Whether counters are listed is up to the
   * driver.
   */
  increment(key: string, options: { ttlMs: number }): Promise<Counter>;
  /** @returns Whether there was a key to delete. */
  delete(key: string): Promise<boolean>;
  /**
   * One page of the keys that begin with `prefix`, ascending, after the key `after`. Stable while others write:
   * a key that stays is seen once, whatever is added or deleted in between. A page may be shorter than `limit`, or empty,
   * before the end.
   */
  list(prefix: string, options: { limit: number; after?: string }): Promise<KeyValuePage>;
  /** Resolves when the store can be read at this moment. @throws When it can't, or `signal` aborts first. */
  ping(signal: AbortSignal): Promise<void>;
}

export interface Counter {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface KeyValuePage {
  readonly entries: readonly { readonly key: string; readonly value: string }[];
  /** Pass as `after` for the next page; undefined at the end. */
  readonly next: string | undefined;
}
