import { untilAborted } from './deadline.ts';

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
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await untilAborted(iterator.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a hanging source would hang here too.
    void iterator.return?.()?.catch(() => undefined);
  }
}
