/** A bounded cache that drops what was not used lately. */
export interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  /** Drops what was neither set nor found since the last time. */
  age(): void;
  clear(): void;
}

/** @template Value Not undefined. */
interface CacheBound<Value> {
  /** Of all values together. */
  readonly sizeMax: number;
  /** The size of a value, which never changes; one by default. A value over half of `sizeMax` is not cached. */
  readonly sizeOf?: (value: Value) => number;
}

/**
 * Two generations: a value that is set, or found in the old generation, becomes young. When the young fill half of the
 * bound, they become the old generation and the previous one is dropped. So a value that is used often, the usual case,
 * costs one lookup.
 */
export function createCache<Key, Value>(bound: CacheBound<Value>): Cache<Key, Value> {
  return createCaches<Key, Value>(bound).open();
}

/** Caches that share one bound, as if they were one. */
export function createCaches<Key, Value>({ sizeMax, sizeOf = () => 1 }: CacheBound<Value>) {
  const swaps: (() => void)[] = [];
  let youngSize = 0;

  function age(): void {
    for (const swap of swaps) swap();
    youngSize = 0;
  }

  return {
    open(): Cache<Key, Value> {
      let young = new Map<Key, Value>();
      let old = new Map<Key, Value>();
      swaps.push(() => {
        old = young;
        young = new Map();
      });

      function add(key: Key, value: Value): void {
        const size = sizeOf(value);
        if (size > sizeMax / 2) return;
        if (youngSize + size > sizeMax / 2) age();
        young.set(key, value);
        youngSize += size;
      }

      function remove(key: Key): void {
        const known = young.get(key);
        if (known !== undefined) youngSize -= sizeOf(known);
        young.delete(key);
        old.delete(key);
      }

      return {
        get(key) {
          const known = young.get(key);
          if (known !== undefined) return known;
          const found = old.get(key);
          if (found !== undefined) {
            old.delete(key);
            add(key, found);
          }
          return found;
        },
        set(key, value) {
          remove(key);
          add(key, value);
        },
        delete: remove,
        age,
        clear() {
          for (const value of young.values()) youngSize -= sizeOf(value);
          young.clear();
          old.clear();
        },
      };
    },
  };
}
