import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unavailable } from '../store-refusals.ts';
import {
  closeDatabase,
  type DatabaseLayout,
  type Durability,
  type OnMigration,
  openDatabase,
} from './database.ts';
import { asRefusal } from './failure.ts';
import { openLogSync } from './log-sync.ts';

export type Connection = ReturnType<typeof openConnection>;

/** A group is committed after this many steps or this long: bounds how long it blocks the event loop. */
const GROUP_STEPS_MAX = 256;
const GROUP_MS_MAX = 8;
/** Writes waiting for their commit or for the disk; beyond it writes are refused. */
const WAITING_MAX = 10_000;

interface Waiting {
  run(): () => void;
  fail(error: unknown): void;
}

/** One SQLite file with its reads and grouped commits. Machine failures surface as a `RefusedError`. */
export function openConnection(
  path: string,
  dependency: string,
  layout: DatabaseLayout,
  onMigration?: OnMigration,
) {
  using opening = new DisposableStack();
  const database = opening.use(openDatabase(path, layout, onMigration));
  const opened = statSync(path);
  const log = layout.durability === 'fsync' ? openLogSync(database, path) : undefined;
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const [setSavepoint, releaseSavepoint, rollbackToSavepoint] = ['SAVEPOINT', 'RELEASE', 'ROLLBACK TO'].map(
    (command) => database.prepare(`${command} step`),
  ) as [StatementSync, StatementSync, StatementSync];
  const statements = new Map<string, StatementSync>();
  let waiting: Waiting[] = [];
  let unsettled = 0;
  let scheduled = false;
  let closing = false;

  function prepared(sql: string): StatementSync {
    let statement = statements.get(sql);
    if (!statement) {
      // Node binds values by position only to parameters written as a question mark.
      statement = database.prepare(sql.replace(/\$(\d)/g, '?$1'));
      statements.set(sql, statement);
    }
    return statement;
  }

  function flush(): void {
    scheduled = false;
    const taken: Waiting[] = [];
    const settle: (() => void)[] = [];
    const until = performance.now() + GROUP_MS_MAX;
    try {
      begin.run();
      for (const step of waiting) {
        taken.push(step);
        settle.push(waiting.length === 1 ? step.run() : runAlone(step));
        if (taken.length === GROUP_STEPS_MAX || performance.now() > until) break;
      }
      commit.run();
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      const group = taken.length > 0 ? taken : waiting;
      settle.length = 0;
      for (const step of group) settle.push(() => step.fail(asRefusal(error, dependency)));
    }
    waiting = waiting.slice(settle.length);
    if (waiting.length > 0) schedule();
    for (const done of settle) done();
  }

  /** Between savepoints: its failure leaves the group's other steps intact. */
  function runAlone(step: Waiting): () => void {
    setSavepoint.run();
    try {
      const resolve = step.run();
      releaseSavepoint.run();
      return resolve;
    } catch (error) {
      // A full disk aborts the whole transaction: the whole group fails, and nothing of it is stored.
      if (!database.isTransaction) throw error;
      rollbackToSavepoint.run();
      releaseSavepoint.run();
      return () => step.fail(asRefusal(error, dependency));
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  function committed<T>(step: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.push({
        run() {
          const value = step();
          return () => resolve(value);
        },
        fail: reject,
      });
      schedule();
    });
  }

  function refusalOf(error: unknown): unknown {
    const refusal = asRefusal(error, dependency);
    return refusal === error ? unavailable(dependency, error) : refusal;
  }

  async function synced(): Promise<void> {
    try {
      await log?.wait();
    } catch (error) {
      throw refusalOf(error);
    }
  }

  opening.move();
  return {
    // Statements with `$1` … `$n`, within a read or a write. Each text is prepared once: build few different ones.
    /** The first row, typed by the caller's SQL. */
    one: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    /** All rows, typed by the caller's SQL. */
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[],
    run: (sql: string, ...values: SQLInputValue[]) => prepared(sql).run(...values),
    /** Runs `step` outside any write: it sees committed data. */
    async read<T>(step: () => T): Promise<T> {
      try {
        return step();
      } catch (error) {
        throw asRefusal(error, dependency);
      }
    },
    /**
     * Runs `step` as one atomic change, and resolves when it has the requested durability, at most the layout's. Steps
     * requested in the same turn of the event loop share one commit, and commits made while the disk was busy share one
     * fsync. A step that throws undoes only its own changes; a change that the disk fails to sync is refused, and may
     * persist anyway.
     */
    async write<T>(step: () => T, durability: Durability = 'fsync'): Promise<T> {
      if (closing) throw unavailable(dependency, new Error('The store is closed'));
      if (unsettled >= WAITING_MAX)
        throw unavailable(dependency, new Error(`${WAITING_MAX} writes wait already`));
      unsettled += 1;
      try {
        const value = await committed(step);
        if (durability === 'fsync') await synced();
        return value;
      } finally {
        unsettled -= 1;
      }
    },
    /** Resolves when the opened file still exists and is readable. */
    async ping(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      try {
        prepared('SELECT COUNT(*) FROM sqlite_schema').get();
        // SQLite would continue in a deleted or replaced file, and nothing would be stored.
        const present = await stat(path);
        if (present.ino !== opened.ino || present.dev !== opened.dev)
          throw new Error('The file was replaced');
      } catch (error) {
        throw refusalOf(error);
      }
      signal.throwIfAborted();
    },
    async [Symbol.asyncDispose]() {
      closing = true;
      while (unsettled > 0) await nextTurn();
      if (database.isOpen) log?.[Symbol.dispose]();
      closeDatabase(database);
    },
  };
}
