/** So many calls at a time, and so many that wait for their turn, first come first served. */
export interface CallSlots {
  /** Resolves to what gives the slot back, to be called once; `undefined` when too many wait already. Throws the signal's reason. */
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
        // A turn that was given just before is passed on by whoever has it.
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
