/**
 * Does `work` on the items in order, at most `limit` at a time. After an error no further item is started.
 *
 * @throws The first error of `work`, once all started work has ended.
 */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  let isFailed = false;
  const workers = Array.from({ length: Math.min(limit, items.length) }, async () => {
    for (const item of left) {
      if (isFailed) return;
      try {
        await work(item);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  });
  const ended = await Promise.allSettled(workers);
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
