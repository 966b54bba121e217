import type { Queries } from './connection.ts';

/** How often the server's clock is read: a processor's drifts by a few milliseconds in that time. */
const READ_EVERY_MS = 60_000;

/**
 * The time of the server, which all processes share; disposing of it stops reading it.
 *
 * @throws {RefusedError} When the server does not answer.
 */
export async function openStoreClock({ query }: Queries, { elapsed }: { elapsed: () => number }) {
  /** The server's time when `elapsed` was 0. */
  let offset = await read();
  const timer = setInterval(() => {
    read().then(
      (latest) => {
        offset = latest;
      },
      // It is read again after the interval.
      () => {},
    );
  }, READ_EVERY_MS).unref();

  async function read(): Promise<number> {
    const askedAt = elapsed();
    const [row] = await query<{ now: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
    );
    return row!.now - (askedAt + elapsed()) / 2;
  }

  return {
    /** Milliseconds since the epoch. Between two reads it advances with `elapsed`, whatever the machine's clock says. */
    now: () => Math.round(offset + elapsed()),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
