import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './api-client.ts';

/** All waits of one call together. */
const WAIT_MS_MAX = 600_000;
/** What a server that is busy and does not say for how long is left alone for. */
const BUSY_MS = 5_000;
/** A connection that breaks is tried again after these. */
const BROKEN_PAUSES_MS = [1_000, 3_000] as const;

/**
 * Makes a call until the server has time for it: after a 429 or 503 when `Retry-After` says so, after a broken
 * connection twice more. To be used for calls that may be repeated.
 *
 * @throws What the call threw last; the signal's reason when `signal` aborts.
 */
export async function patiently<T>(
  call: () => Promise<T>,
  options: { signal: AbortSignal; onWait?: (why: string) => void },
): Promise<T> {
  const { signal, onWait } = options;
  let waitedMs = 0;
  let broken = 0;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = isBusy(error)
        ? (error.retryAfterMs ?? BUSY_MS)
        : isBroken(error)
          ? BROKEN_PAUSES_MS[broken++]
          : undefined;
      if (waitMs === undefined || waitedMs + waitMs > WAIT_MS_MAX) throw error;
      waitedMs += waitMs;
      onWait?.(
        `The server ${isBusy(error) ? 'is busy' : 'does not answer'}; trying again in ${Math.ceil(waitMs / 1_000)} s.`,
      );
      await sleep(waitMs, undefined, { signal });
    }
  }
}

function isBusy(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status === 503);
}

/** What `fetch` throws when the connection cannot be made or breaks. */
export function isBroken(error: unknown): boolean {
  return error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message);
}
