/**
 * Does `work` on the items in order, at most `limit` at a time. After an error no further item is started.
 *
 * @throws The first error of `work`, once all started work has ended.
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let isFailed = false;
  const workers = Array.from({ length: limit }, async () => {
    try {
      for (let next = await left.next(); !next.done && !isFailed; next = await left.next())
        await work(next.value);
    } catch (error) {
      isFailed = true;
      throw error;
    }
  });
  const ended = await Promise.allSettled(workers);
  if (isFailed) await left.return?.();
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
