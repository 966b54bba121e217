/** A byte-bounded cache that evicts the least recently used items first. */
export interface BoundedMemory<T> {
  get(key: string): T | undefined;
  set(key: string, item: T): void;
  forget(key: string): void;
  /** Drops what was not looked up since the young generation began. */
  age(): void;
  clear(): void;
}

/**
 * Two generations: an inserted item, or one found in the old generation, becomes young. When the young fill half of the
 * bound, they become the old generation and the previous one is dropped. So a young item, the usual case, costs one
 * lookup.
 *
 * @param options `bytesMax`: of all items together. `bytesOf`: of one, roughly; an item over half of `bytesMax` is not
 * cached.
 */
export function createBoundedMemory<T>(options: {
  bytesMax: number;
  bytesOf: (item: T) => number;
}): BoundedMemory<T> {
  const { bytesMax, bytesOf } = options;
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  let youngBytes = 0;

  function keep(key: string, item: T): void {
    const bytes = bytesOf(item);
    if (bytes > bytesMax / 2) return;
    if (youngBytes + bytes > bytesMax / 2) age();
    young.set(key, item);
    youngBytes += bytes;
  }

  function age(): void {
    old = young;
    young = new Map();
    youngBytes = 0;
  }

  function forget(key: string): void {
    const known = young.get(key);
    if (known !== undefined) youngBytes -= bytesOf(known);
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
        keep(key, found);
      }
      return found;
    },
    set(key, item) {
      forget(key);
      keep(key, item);
    },
    forget,
    age,
    clear() {
      young.clear();
      old.clear();
      youngBytes = 0;
    },
  };
}
