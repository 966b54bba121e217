/** Chunks that are embedded, and that are written, in one call: bounds how long either keeps others waiting. */
const BATCH_CHUNKS = 256;

/** The items in their order, so many at a time. */
export function* batchesOf<T>(items: readonly T[], size = BATCH_CHUNKS): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
