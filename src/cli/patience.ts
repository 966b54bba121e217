import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@docent-server/client';

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
 * @param options.onWait Gets why the server is waited for; by default it is written to standard error.
 * @param options.unreachable What to say of a broken connection.
 * @throws The call's last error; the signal's reason when `signal` aborts.
 */
export async function patiently<T>(
  call: () => Promise<T>,
  options: {
    signal: AbortSignal;
    onWait?: ((why: string) => void) | undefined;
    unreachable?: string;
  },
): Promise<T> {
  const { signal, unreachable = 'The server does not answer.' } = options;
  const { onWait = (why) => process.stderr.write(`docent: ${why}\n`) } = options;
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
      onWait(`${isBusy(error) ? whyBusy(error) : unreachable} ${retryingIn(waitMs)}`);
      await sleep(waitMs, undefined, { signal });
    }
  }
}

/** The server's own words, without when to try again. */
function whyBusy({ message }: ApiError): string {
  return message.replace(/ Try again in \d+ s\.$/, '');
}

export function retryingIn(waitMs: number): string {
  return `Retrying in ${Math.ceil(waitMs / 1_000)} s.`;
}

function isBusy(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status === 503);
}

/** `fetch`'s error when the connection cannot be made or breaks. */
export function isBroken(error: unknown): boolean {
  return error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message);
}
