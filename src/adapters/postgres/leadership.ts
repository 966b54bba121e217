import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithin } from '../../concurrency/deadline.ts';
import { asError } from '../../errors.ts';
import type { Leadership } from '../../ports/leadership.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Connection } from './connection.ts';

/** Any number that no other program locks. */
const LEADER_LOCK = 0x646f6332;
/** How often a process that does not lead tries to, and one that does looks whether it still does. */
const LOOK_EVERY_MS = 2_000;
/** A leader whose server is silent for so long leads no more. */
const SILENCE_MAX_MS = 5_000;

type Start = Parameters<Leadership['whileLeading']>[1];

/**
 * Leads while its session holds a lock of the database: PostgreSQL gives the lock back when the session ends, as it does
 * with the process.
 */
export function openPostgresLeadership(
  connection: Connection,
  { logger, lookEveryMs = LOOK_EVERY_MS }: { logger: Logger; lookEveryMs?: number },
): Leadership {
  const tasks: { name: string; start: Start }[] = [];
  const closing = new AbortController();
  const { signal } = closing;
  let running: AsyncDisposableStack | undefined;

  /** @throws When a task does not start. */
  async function begin({ name, start }: { name: string; start: Start }): Promise<void> {
    running?.use(await start());
    logger.debug('A task of the leader began', { task: name });
  }

  /** Leads from when the lock is got until it is lost. */
  async function leadOnce(): Promise<void> {
    const lost = new AbortController();
    const session = await connection.openSession(() => lost.abort());
    const ask = async (sql: string) => {
      const answer = session.query<{ is_held: boolean }>(sql).then((rows) => rows[0]?.is_held === true);
      // A query that fails later is not asked for any more.
      answer.catch(() => {});
      return (await endsWithin(answer, SILENCE_MAX_MS)) && (await answer);
    };
    try {
      while (!(await ask(`SELECT pg_try_advisory_lock(${LEADER_LOCK}) AS is_held`)))
        await sleep(lookEveryMs, undefined, { signal });
      logger.info('This process leads');
      running = new AsyncDisposableStack();
      for (const task of tasks) await begin(task);
      while (!lost.signal.aborted && (await ask('SELECT true AS is_held')))
        await sleep(lookEveryMs, undefined, { signal });
    } finally {
      const ended = running;
      running = undefined;
      await ended?.disposeAsync();
      if (ended) logger.info('This process no longer leads');
      await session[Symbol.asyncDispose]();
    }
  }

  async function lead(): Promise<void> {
    while (!signal.aborted) {
      try {
        await leadOnce();
      } catch (error) {
        if (!signal.aborted) logger.warn('This process cannot lead', { error: asError(error) });
      }
      await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  const led = lead();
  return {
    async whileLeading(name, start) {
      tasks.push({ name, start });
      if (running) await begin({ name, start });
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('Leadership is closing'));
      await led;
    },
  };
}
