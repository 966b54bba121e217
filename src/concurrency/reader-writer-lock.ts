import { untilAborted } from './deadline.ts';

/** Many readers or one writer. A waiting writer precedes later readers, so that they never starve it. */
export function createReaderWriterLock() {
  const readers = new Set<AbortController>();
  let writer: PromiseWithResolvers<void> | undefined;
  let readersGone: PromiseWithResolvers<void> | undefined;

  return {
    /**
     * Runs `work` as a reader.
     *
     * @param work Its signal aborts once a writer waits for it: it should end soon then.
     * @throws The signal's reason when it aborts during the wait for the writer: `work` has not begun then.
     */
    async shared<T>(work: (writerWaits: AbortSignal) => Promise<T>, options?: { signal: AbortSignal }) {
      while (writer) await untilAborted(writer.promise, options?.signal);
      const reader = new AbortController();
      readers.add(reader);
      try {
        return await work(reader.signal);
      } finally {
        readers.delete(reader);
        if (readers.size === 0) readersGone?.resolve();
      }
    },

    /** Runs `work` as the writer. @throws The signal's reason when it aborts during the wait: `work` has not begun then. */
    async exclusive<T>(work: () => Promise<T>, { signal }: { signal: AbortSignal }) {
      while (writer) await untilAborted(writer.promise, signal);
      writer = Promise.withResolvers();
      readersGone = Promise.withResolvers();
      if (readers.size === 0) readersGone.resolve();
      for (const reader of readers) reader.abort();
      try {
        await untilAborted(readersGone.promise, signal);
        return await work();
      } finally {
        const ended = writer;
        [writer, readersGone] = [undefined, undefined];
        ended.resolve();
      }
    },
  };
}
