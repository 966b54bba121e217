import { untilAborted } from './deadline.ts';

/** One mutex for each key. Holds an entry only for keys in use. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /**
     * Runs `work` when all earlier work under `key` has ended, whether it succeeded or not.
     *
     * @throws What `work` throws; the signal's reason when it aborts during the wait: `work` has not begun then.
     */
    run<T>(key: string, work: () => Promise<T>, options?: { signal: AbortSignal }): Promise<T> {
      const before = last.get(key) ?? Promise.resolve();
      const result = untilAborted(before, options?.signal).then(work);
      // Both: if this caller gives up waiting, the next must still wait for the work before.
      const ended = Promise.allSettled([before, result]);
      last.set(key, ended);
      ended.then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
      return result;
    },
  };
}
