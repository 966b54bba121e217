/** Many readers or one writer. A waiting writer precedes later readers, so that they never starve it. */
export interface ReaderWriterLock {
  /** Waits for the writer, if any, without a bound of its own. */
  shared<T>(work: () => Promise<T>): Promise<T>;
  /** @throws The signal's reason when it aborts during the wait: `work` has not begun then. */
  exclusive<T>(work: () => Promise<T>, options: { signal: AbortSignal }): Promise<T>;
}

export function createReaderWriterLock(): ReaderWriterLock {
  let sharing = 0;
  let alone: PromiseWithResolvers<void> | undefined;
  let drained: PromiseWithResolvers<void> | undefined;

  return {
    async shared(work) {
      while (alone) await alone.promise;
      sharing++;
      try {
        return await work();
      } finally {
        sharing--;
        if (sharing === 0) drained?.resolve();
      }
    },

    async exclusive(work, { signal }) {
      while (alone) await alone.promise;
      signal.throwIfAborted();
      alone = Promise.withResolvers();
      drained = Promise.withResolvers();
      const { promise, resolve, reject } = drained;
      const abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort);
      try {
        if (sharing === 0) resolve();
        await promise;
        return await work();
      } finally {
        signal.removeEventListener('abort', abort);
        const ended = alone;
        [alone, drained] = [undefined, undefined];
        ended.resolve();
      }
    },
  };
}
