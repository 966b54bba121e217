export type Semaphore = ReturnType<typeof createSemaphore>;

/**
 * Lets a bounded number of holders in at once; a bounded number of others wait in order of arrival.
 *
 * @param options `concurrency`: holders at once, ≥ 1. `waitingMax`: how many may wait.
 */
export function createSemaphore({ concurrency, waitingMax }: { concurrency: number; waitingMax: number }) {
  const waiting = new Set<() => void>();
  let free = concurrency;

  function release(): void {
    const [next] = waiting;
    if (!next) free++;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    /**
     * Resolves to a function that releases the permit, to be called once; to `undefined` when too many wait.
     *
     * @throws The signal's reason when it aborts during the wait.
     */
    async acquire(signal: AbortSignal): Promise<(() => void) | undefined> {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return release;
      }
      if (waiting.size >= waitingMax) return undefined;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => {
        // If the permit was granted just before the abort, it is released below.
        if (waiting.delete(resolve)) reject(signal.reason);
      };
      waiting.add(resolve);
      signal.addEventListener('abort', leave, { once: true });
      await promise.finally(() => signal.removeEventListener('abort', leave));
      if (signal.aborted) {
        release();
        throw signal.reason;
      }
      return release;
    },
  };
}
