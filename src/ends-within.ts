import { untilAborted } from './until-aborted.ts';

/**
 * Whether the work ends within `ms`; waits no longer, and lets late work go on.
 *
 * @throws What the work throws within the time; the signal's reason when it aborts first.
 */
export async function endsWithin(
  work: Promise<unknown>,
  ms: number,
  options?: { signal: AbortSignal },
): Promise<boolean> {
  const { promise: timeUp, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  const first = Promise.race([work.then(() => true), timeUp]);
  try {
    return await (options ? untilAborted(first, options.signal) : first);
  } finally {
    clearTimeout(timer);
  }
}
