const BATCH = 16;

/** Works on all items, some at the same time, in their order. */
export async function inBatches<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH) {
    await Promise.all(items.slice(at, at + BATCH).map((item, n) => work(item, at + n)));
  }
}
