/**
 * Yields from `source` until `signal` aborts, even while waiting for an item that never comes. The source is always
 * closed, however the loop ends.
 *
 * @throws The signal's reason when it aborts.
 */
export async function* abortable<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = () => aborted.reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted.promise]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    // Not awaited: a hanging source would hang here too.
    void iterator.return?.()?.catch(() => undefined);
  }
}
