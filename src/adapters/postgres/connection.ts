import postgres from 'postgres';
import type { Logger } from '../../ports/logger.ts';
import { untilAborted } from '../../until-aborted.ts';
import { diskFull, unavailable } from '../store-refusals.ts';
import { restoredRow, storableValues } from './storable-text.ts';

const CONNECTIONS_MAX = 16;
const CONNECT_TIMEOUT_SECONDS = 3;
/** The server ends a statement that takes longer. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A statement without an answer by then has failed; whether it took effect is unknown. */
const ANSWER_TIMEOUT_MS = 35_000;
/** Statements and transactions at the same time, those that wait for a connection included. */
const WAITING_MAX = 2_000;
/** Attempts of a transaction that another one kept from ending. */
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

/** A bounded pool of connections to one database. */
export interface Connection extends Queries, AsyncDisposable {
  /**
   * Runs `work` in a transaction, again from its beginning when another transaction kept it from ending.
   *
   * @param options.durability `relaxed`: a crash of the server may lose what was committed last.
   * @throws What `work` throws: nothing has changed then. @see Queries
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, options?: { durability?: 'relaxed' }): Promise<T>;
  /**
   * The payloads of a channel from now on; `undefined` when some may have been missed, as the connection was renewed.
   *
   * @throws The signal's reason when it aborts.
   */
  listen(channel: string, signal: AbortSignal): AsyncIterable<string | undefined>;
  /** Another connection of its own to the same database, which `onClosed` tells the end of. */
  reserve(onClosed: () => void): postgres.Sql;
}

interface Options {
  /** Named in refusals. */
  readonly dependency: string;
  readonly logger: Logger;
  readonly connectionsMax?: number;
  readonly answerTimeoutMs?: number;
}

/** Opens a database; that it cannot be reached shows with the first statement. */
export function openPostgres(url: string, options: Options): Connection {
  const {
    dependency,
    logger,
    connectionsMax = CONNECTIONS_MAX,
    answerTimeoutMs = ANSWER_TIMEOUT_MS,
  } = options;
  const settings = {
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    connection: { application_name: 'docent', statement_timeout: STATEMENT_TIMEOUT_MS },
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    onnotice: () => {},
  };
  const sql = postgres(url, { ...settings, max: connectionsMax });
  let waiting = 0;
  let isDown = false;
  let isClosed = false;

  /** Bounds a call, and makes refusals of failures that may pass. */
  async function bounded<T>(call: () => Promise<T>): Promise<T> {
    if (isClosed) throw unavailable(dependency, new Error('The store is closed'));
    if (waiting >= WAITING_MAX) throw unavailable(dependency, new Error(`${WAITING_MAX} calls wait already`));
    waiting += 1;
    try {
      const answer = await untilAborted(call(), AbortSignal.timeout(answerTimeoutMs));
      if (isDown) logger.info('PostgreSQL can be used again');
      isDown = false;
      return answer;
    } catch (error) {
      const { code = '', name } = error as { code?: string; name?: string };
      if (code === DISK_FULL) throw diskFull(error);
      if (!isPassing(code) && name !== 'TimeoutError') throw error;
      if (!isDown && !isClosed) logger.warn('PostgreSQL cannot be used', { error: error as Error });
      isDown = true;
      throw unavailable(dependency, error);
    } finally {
      waiting -= 1;
    }
  }

  async function run<Row>(
    by: postgres.Sql | postgres.TransactionSql,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const parameters = storableValues(values) as postgres.ParameterOrJSON<never>[];
    const rows = await by.unsafe(text, parameters, { prepare: true });
    return Array.from(rows, restoredRow) as unknown as Row[];
  }

  return {
    query(text, values = [], { signal } = {}) {
      signal?.throwIfAborted();
      const answer = bounded(() => run<never>(sql, text, values));
      return signal ? untilAborted(answer, signal) : answer;
    },

    async transaction<T>(
      work: (queries: Queries) => Promise<T>,
      { durability }: { durability?: 'relaxed' } = {},
    ): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        try {
          const done = await bounded(() =>
            sql.begin(async (change) => {
              if (durability === 'relaxed') await change.unsafe('SET LOCAL synchronous_commit = off');
              return work({ query: (text, values = []) => run(change, text, values) });
            }),
          );
          return done as T;
        } catch (error) {
          const { code = '' } = error as { code?: string };
          if (!CONFLICTS.has(code) || attempt >= ATTEMPTS_MAX) throw error;
        }
      }
    },

    async *listen(channel, signal) {
      signal.throwIfAborted();
      let told: (string | undefined)[] = [];
      let next = Promise.withResolvers<void>();
      const tell = (payload: string | undefined) => {
        told.push(payload);
        next.resolve();
      };
      let isFirst = true;
      const onListening = () => {
        if (!isFirst) tell(undefined);
        isFirst = false;
      };
      const listening = await untilAborted(sql.listen(channel, tell, onListening), signal);
      try {
        for (;;) {
          await untilAborted(next.promise, signal);
          const payloads = told;
          told = [];
          next = Promise.withResolvers();
          yield* payloads;
        }
      } finally {
        listening.unlisten().catch(() => {});
      }
    },

    reserve: (onClosed) =>
      postgres(url, { ...settings, max: 1, idle_timeout: 0, onclose: onClosed }) as unknown as postgres.Sql,

    async [Symbol.asyncDispose]() {
      isClosed = true;
      await sql.end({ timeout: 5 });
    },
  };
}

const DISK_FULL = '53100';
/** Two transactions that waited for one another, or changed the same at the same time. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);

/**
 * Whether the server may answer later, by the code of an error: there is no connection, it starts or stops, or has no
 * resources for it.
 */
function isPassing(code: string): boolean {
  return /^(?:08|53|57)/.test(code) || /^(?:CONNECT|CONNECTION_|E[A-Z]+$)/.test(code);
}
