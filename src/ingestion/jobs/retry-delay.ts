/**
 * The delay after a failed attempt: exponential backoff with full jitter, so that documents that failed together,
 * because one host was down, do not retry together.
 *
 * @param attempt The failed attempt, from 1.
 * @param random In [0, 1).
 * @returns Milliseconds in [0, 2 s · 2^(attempt − 1)), at most a minute.
 * @see Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */
export function retryDelayMs(attempt: number, random: number): number {
  return Math.floor(random * Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)));
}

const FIRST_DELAY_MS = 2_000;
const DELAY_MAX_MS = 60_000;
