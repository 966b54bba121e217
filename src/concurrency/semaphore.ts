import { untilAborted } from './deadline.ts';

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
      const { promise: granted, resolve: grant } = Promise.withResolvers<void>();
      waiting.add(grant);
      try {
        await untilAborted(granted, signal);
      } catch (reason) {
        // The permit may have been granted just before the abort.
        if (!waiting.delete(grant)) release();
        throw reason;
      }
      return release;
    },
  };
}
