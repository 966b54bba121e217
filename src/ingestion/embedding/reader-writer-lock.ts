import { untilAborted } from '../../until-aborted.ts';

/** Many readers or one writer. A waiting writer precedes later readers, so that they never starve it. */
export interface ReaderWriterLock {
  /**
   * @param work Its signal aborts once a writer waits for it: it should not wait for long any more.
   * @throws The signal's reason when it aborts during the wait for the writer: `work` has not begun then.
   */
  shared<T>(work: (isAwaited: AbortSignal) => Promise<T>, options?: { signal: AbortSignal }): Promise<T>;
  /** @throws The signal's reason when it aborts during the wait: `work` has not begun then. */
  exclusive<T>(work: () => Promise<T>, options: { signal: AbortSignal }): Promise<T>;
}

export function createReaderWriterLock(): ReaderWriterLock {
  const sharing = new Set<AbortController>();
  let alone: PromiseWithResolvers<void> | undefined;
  let drained: PromiseWithResolvers<void> | undefined;

  return {
    async shared(work, options) {
      while (alone) await (options ? untilAborted(alone.promise, options.signal) : alone.promise);
      const share = new AbortController();
      sharing.add(share);
      try {
        return await work(share.signal);
      } finally {
        sharing.delete(share);
        if (sharing.size === 0) drained?.resolve();
      }
    },

    async exclusive(work, { signal }) {
      while (alone) await untilAborted(alone.promise, signal);
      alone = Promise.withResolvers();
      drained = Promise.withResolvers();
      if (sharing.size === 0) drained.resolve();
      for (const share of sharing) share.abort();
      try {
        await untilAborted(drained.promise, signal);
        return await work();
      } finally {
        const ended = alone;
        [alone, drained] = [undefined, undefined];
        ended.resolve();
      }
    },
  };
}
