import { on } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { endsWithin, untilAborted } from '../../concurrency/deadline.ts';
import type { Logger } from '../../ports/logger.ts';
import { diskFull, unavailable } from '../store-refusals.ts';
import { restoredRow, storableValues } from './storable-text.ts';

const CONNECTIONS_MAX = 16;
const CONNECT_TIMEOUT_MS = 3_000;
/** A connection that nobody uses for so long is closed. */
const IDLE_TIMEOUT_MS = 60_000;
/** Between two attempts to listen again. */
const LISTEN_RETRY_MS = 500;
/** The server ends a statement that takes longer. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A statement without an answer by then has failed; whether it took effect is unknown. */
const ANSWER_TIMEOUT_MS = 35_000;
/** Statements and transactions at the same time, those that wait for a connection included. */
const WAITING_MAX = 2_000;
/** Longest wait for the end of connections that are to be closed. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Attempts of a transaction that conflicts with another one. */
const ATTEMPTS_MAX = 10;

/** Runs statements with `$1` … `$n`. Integers of eight bytes are numbers, `bytea` are buffers, texts are any. */
export interface Queries {
  /**
   * @param options.signal Abandons the answer.
   * @throws {RefusedError} `store_unavailable`, `disk_full`
   * @throws The server's error when it refuses the statement; the signal's reason.
   */
  query<Row = Record<string, unknown>>(
    sql: string,
    values?: readonly unknown[],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<Row[]>;
}

export type Connection = ReturnType<typeof openPostgres>;

interface Options {
  /** Named in refusals. */
  readonly dependency: string;
  readonly logger: Logger;
  readonly connectionsMax?: number;
}

/** Opens a bounded pool of connections to a database; that it cannot be reached shows with the first statement. */
export function openPostgres(url: string, options: Options) {
  const { dependency, logger, connectionsMax = CONNECTIONS_MAX } = options;
  const settings: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'docent',
    keepAlive: true,
    types: { getTypeParser },
  };
  const pool = new pg.Pool({ ...settings, max: connectionsMax, idleTimeoutMillis: IDLE_TIMEOUT_MS });
  // A failing statement reports a lost connection; the pool closes an unused one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const names = new Map<string, string>();
  let waiting = 0;
  const idle = Promise.withResolvers<void>();
  let isDown = false;
  let isClosed = false;

  /** Bounds a call, and makes refusals of failures that may pass. */
  async function bounded<T>(call: () => Promise<T>): Promise<T> {
    if (isClosed) throw unavailable(dependency, new Error('The store is closed'));
    if (waiting >= WAITING_MAX) throw unavailable(dependency, new Error(`${WAITING_MAX} calls wait already`));
    waiting += 1;
    try {
      const answer = await untilAborted(call(), AbortSignal.timeout(ANSWER_TIMEOUT_MS));
      if (isDown) logger.info('PostgreSQL can be used again');
      isDown = false;
      return answer;
    } catch (error) {
      if ((error as { code?: string }).code === DISK_FULL) throw diskFull(error);
      if (!isPassing(error as Error)) throw error;
      if (!isDown && !isClosed) logger.warn('PostgreSQL cannot be used', { error: error as Error });
      isDown = true;
      throw unavailable(dependency, error);
    } finally {
      waiting -= 1;
      if (isClosed && waiting === 0) idle.resolve();
    }
  }

  /** The name under which a connection has a statement prepared. */
  function nameOf(text: string): string {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  }

  async function run<Row>(
    by: pg.Pool | pg.PoolClient,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const { rows } = await by.query({ text, values: storableValues(values), name: nameOf(text) });
    return rows.map(restoredRow) as Row[];
  }

  /** @throws What `work` throws. */
  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const done = await work(client);
      await client.query('COMMIT');
      return done;
    } catch (error) {
      await client.query('ROLLBACK').catch((failed: Error) => {
        broken = failed;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Another client of its own. @throws When it cannot connect. */
  async function connect(onClosed: () => void): Promise<pg.Client> {
    const client = new pg.Client(settings);
    client.on('error', onClosed);
    client.on('end', onClosed);
    await client.connect();
    return client;
  }

  return {
    /** As of `Queries`. */
    query<Row = Record<string, unknown>>(...[text, values = [], options]: Parameters<Queries['query']>) {
      const signal = options?.signal;
      signal?.throwIfAborted();
      return untilAborted(
        bounded(() => run<Row>(pool, text, values)),
        signal,
      );
    },

    /**
     * Runs `work` in a transaction, and again from its beginning when it conflicts with another transaction.
     *
     * @param options.durability `relaxed`: a crash of the server may lose what was committed last.
     * @throws What `work` throws: nothing has changed then. @see Queries
     */
    async transaction<T>(
      work: (queries: Queries) => Promise<T>,
      { durability }: { durability?: 'relaxed' } = {},
    ): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        try {
          return await bounded(() =>
            inTransaction(async (client) => {
              if (durability === 'relaxed') await client.query('SET LOCAL synchronous_commit = off');
              return work({ query: (text, values = []) => run(client, text, values) });
            }),
          );
        } catch (error) {
          const { code = '' } = error as { code?: string };
          if (!CONFLICTS.has(code) || attempt >= ATTEMPTS_MAX) throw error;
        }
      }
    },

    /**
     * The payloads of a channel from now on; `undefined` when some may have been missed, as the connection was renewed.
     *
     * @throws The signal's reason when it aborts.
     */
    async *listen(channel: string, signal: AbortSignal): AsyncGenerator<string | undefined> {
      for (let isFirst = true; ; isFirst = false) {
        let client: pg.Client | undefined;
        try {
          client = await connect(() => {});
          const notifications = on(client, 'notification', { signal, close: ['end'] });
          await client.query(`LISTEN ${channel}`);
          if (!isFirst) yield undefined;
          for await (const [{ payload = '' }] of notifications) yield payload;
        } catch {
          // It listens again, and then reports that something may have been missed.
        } finally {
          if (client) await endOf(client);
        }
        signal.throwIfAborted();
        await sleep(LISTEN_RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    },

    /**
     * Opens another connection to the same database, for what lasts as long as it. Disposing of it closes it.
     *
     * @param onClosed Called when it ends.
     */
    async openSession(onClosed: () => void) {
      const client = await connect(onClosed);
      return {
        query: async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows,
        [Symbol.asyncDispose]: () => endOf(client),
      };
    },

    /** Resolves when the server answers at this moment. */
    async ping(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      await untilAborted(
        bounded(() => run(pool, 'SELECT 1', [])),
        signal,
      );
    },

    async [Symbol.asyncDispose](): Promise<void> {
      if (isClosed) return;
      isClosed = true;
      // What was asked for before is finished: the pool would forget what waits for a connection.
      if (waiting > 0) await endsWithin(idle.promise, CLOSE_TIMEOUT_MS);
      await endsWithin(pool.end(), CLOSE_TIMEOUT_MS);
    },
  };
}

/** Closes a connection, whatever state it is in. */
async function endOf(client: pg.Client): Promise<void> {
  await endsWithin(
    client.end().catch(() => {}),
    CLOSE_TIMEOUT_MS,
  );
}

const INT8 = 20;

function getTypeParser(type: number, format?: 'text' | 'binary') {
  return type === INT8 ? Number : pg.types.getTypeParser(type, format);
}

const DISK_FULL = '53100';
/** Two transactions that waited for one another, or changed the same at the same time. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);

/**
 * Whether the server may answer later: there is no connection, it starts or stops, or has no resources for it. Errors of
 * connections have a system's code, or none.
 */
function isPassing({ code = '', name, message }: Error & { code?: string }): boolean {
  if (name === 'TimeoutError' || CONNECTION_FAULT.test(message)) return true;
  return /^(?:08|53|57)/.test(code) || /^E[A-Z]+$/.test(code);
}

const CONNECTION_FAULT =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout)/;
