import { untilAborted } from '../../until-aborted.ts';

/**
 * Runs work under a key when all earlier work under it has ended, whether it succeeded or not.
 *
 * @throws The signal's reason when it aborts during the wait: `work` has not begun then.
 */
export type Turns = <T>(key: string, work: () => Promise<T>, options?: { signal: AbortSignal }) => Promise<T>;

/** Holds an entry only for keys in use. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (key, work, options) => {
    const before = last.get(key) ?? Promise.resolve();
    const turn = (options ? untilAborted(before, options.signal) : before).then(work);
    // Also after `before`: a waiter that gives up must not let the next one in early.
    const ended = Promise.allSettled([before, turn]);
    last.set(key, ended);
    ended.then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    return turn;
  };
}
