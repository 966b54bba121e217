/** What was looked up last, within a bound of bytes: what was not asked for longest is forgotten first. */
export interface BoundedMemory<T> {
  get(key: string): T | undefined;
  set(key: string, item: T): void;
  forget(key: string): void;
  clear(): void;
}

/**
 * @param options `bytesMax`: of all items together. `bytesOf`: of one, roughly; one of more than `bytesMax` is not
 *   kept.
 */
export function createBoundedMemory<T>(options: {
  bytesMax: number;
  bytesOf: (item: T) => number;
}): BoundedMemory<T> {
  const { bytesMax, bytesOf } = options;
  /** In the order in which they were last asked for. */
  const items = new Map<string, { readonly item: T; readonly bytes: number }>();
  let held = 0;

  function forget(key: string): void {
    const known = items.get(key);
    if (!known) return;
    held -= known.bytes;
    items.delete(key);
  }

  return {
    get(key) {
      const known = items.get(key);
      if (!known) return undefined;
      items.delete(key);
      items.set(key, known);
      return known.item;
    },
    set(key, item) {
      forget(key);
      const bytes = bytesOf(item);
      items.set(key, { item, bytes });
      held += bytes;
      for (const oldest of items.keys()) {
        if (held <= bytesMax) break;
        forget(oldest);
      }
    },
    forget,
    clear() {
      items.clear();
      held = 0;
    },
  };
}
