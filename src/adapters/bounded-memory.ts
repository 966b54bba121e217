/** What was looked up last, within a bound of bytes: what was not asked for lately is forgotten first. */
export interface BoundedMemory<T> {
  get(key: string): T | undefined;
  set(key: string, item: T): void;
  forget(key: string): void;
  clear(): void;
}

/**
 * Two generations: what is put in or found again among the old is young, and when the young fill half of the bound, they
 * are the old ones and the old ones are forgotten. So to find something young, as almost always, costs one look-up.
 *
 * @param options `bytesMax`: of all items together. `bytesOf`: of one, roughly; one of more than half of `bytesMax` is
 *   not kept.
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
    if (youngBytes + bytes > bytesMax / 2) {
      old = young;
      young = new Map();
      youngBytes = 0;
    }
    young.set(key, item);
    youngBytes += bytes;
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
    clear() {
      young.clear();
      old.clear();
      youngBytes = 0;
    },
  };
}
