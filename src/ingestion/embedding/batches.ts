/** Chunks embedded or written in one call: bounds how long either blocks others. */
const BATCH_CHUNKS = 256;

/** Yields the items in order, in batches. */
export function* batchesOf<T>(items: readonly T[], size = BATCH_CHUNKS): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
