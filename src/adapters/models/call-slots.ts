/** A bounded number of concurrent calls, with a bounded queue in order of arrival. */
export interface CallSlots {
  /**
   * Resolves to a function that releases the slot, to be called once; `undefined` when the queue is full. Throws the
   * signal's reason.
   */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createCallSlots({
  concurrency,
  waitingMax,
}: {
  concurrency: number;
  waitingMax: number;
}): CallSlots {
  const waiting = new Set<() => void>();
  let free = concurrency;

  function giveBack(): void {
    const [next] = waiting;
    if (!next) free++;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return giveBack;
      }
      if (waiting.size >= waitingMax) return undefined;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => {
        // A slot granted just before the abort is passed on by its holder.
        if (waiting.delete(resolve)) reject(signal.reason);
      };
      waiting.add(resolve);
      signal.addEventListener('abort', leave, { once: true });
      await promise.finally(() => signal.removeEventListener('abort', leave));
      if (signal.aborted) {
        giveBack();
        throw signal.reason;
      }
      return giveBack;
    },
  };
}
