import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@docent-server/client';
import { printable } from './terminal.ts';

/** Longest total wait of one call. */
const WAIT_MS_MAX = 600_000;
/** The pause when a busy server states none. */
const BUSY_MS = 5_000;
/** Pauses before a call is retried after a broken connection: a minute, in which a server starts again. */
const BROKEN_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/**
 * Retries a call while the server is busy: after a 429 or 503 as `Retry-After` says, after a broken connection for a minute.
 * For repeatable calls only.
 *
 * @param options.unreachable What to say of a broken connection.
 * @throws The call's last error; the signal's reason when `signal` aborts.
 */
export async function patiently<T>(
  call: () => Promise<T>,
  options: { signal: AbortSignal; unreachable?: string },
): Promise<T> {
  const { signal, unreachable = 'The server does not answer.' } = options;
  let waitedMs = 0;
  let broken = 0;
  for (;;) {
    try {
      const result = await call();
      if (waitedMs > 0) lastNote = '';
      return result;
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = isBusy(error)
        ? (error.retryAfterMs ?? BUSY_MS)
        : isBroken(error)
          ? BROKEN_PAUSES_MS[broken++]
          : undefined;
      if (waitMs === undefined || waitedMs + waitMs > WAIT_MS_MAX) throw error;
      waitedMs += waitMs;
      // The server's own words, without when to try again.
      const why = isBusy(error) ? error.message.replace(/ Try again in \d+ s\.$/, '') : unreachable;
      note(`${why} Retrying in ${Math.ceil(waitMs / 1_000)} s.`);
      await sleep(waitMs, undefined, { signal });
    }
  }
}

let lastNote = '';

/** Writes a line to standard error, in place of a bar. Calls that wait for the same thing say so once. */
function note(text: string): void {
  const erase = process.stderr.isTTY ? '\r\u001b[K' : '';
  if (text !== lastNote) process.stderr.write(`${erase}docent: ${printable(text)}\n`);
  lastNote = text;
}

function isBusy(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status === 503);
}

/** `fetch`'s error when the connection cannot be made or breaks. */
export function isBroken(error: unknown): boolean {
  return error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message);
}
