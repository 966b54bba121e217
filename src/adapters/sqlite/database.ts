import { chmodSync, closeSync, openSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { makeFolder } from '../files/make-folder.ts';

/** Schema and durability of a database file. */
export interface DatabaseLayout {
  /** Stored in the file, so that one kind of store never opens another's. */
  readonly applicationId: number;
  /** The first makes the schema, each other one migrates it; `PRAGMA user_version` counts those applied. */
  readonly migrations: readonly string[];
  /** That the first migration makes: those before it were never released. */
  readonly firstVersion?: number;
  /** The highest durability that a write to it can request. */
  readonly durability: Durability;
}

/**
 * `fsync`: survives a power cut. `relaxed`: survives a killed process; a power cut loses it, unless a later write was
 * synced.
 */
export type Durability = 'fsync' | 'relaxed';

/** Called before the schema of an existing file is brought up to date; large files take their time. */
export type OnMigration = (migration: { file: string; from: number; to: number }) => void;

/** How long a statement waits for another process's lock (a backup, the sqlite3 shell). It blocks the thread. */
const BUSY_TIMEOUT_MS = 2_000;
/** Bound of the page cache, in KiB. */
const CACHE_KIB = 4_096;
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26]);
/** The write-ahead log is truncated to this many bytes after a checkpoint. */
const LOG_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Opens or creates a SQLite file in WAL mode, readable by its owner alone, and migrates its schema.
 *
 * @throws {Error} When the file is damaged, or belongs to another kind of store or to a newer version of Docent.
 */
export function openDatabase(path: string, layout: DatabaseLayout, onMigration?: OnMigration): DatabaseSync {
  makeFolder(dirname(path));
  // SQLite gives its log and shared memory the file's permissions, so the file is made first.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  // The busy timeout must be set before the journal mode is changed, or a second opener fails at once.
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    checkOwner(database, path, layout);
    database.exec(`
      PRAGMA journal_mode = WAL;
      -- A commit waits for no disk: whoever needs that syncs the log (log-sync.ts).
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -${CACHE_KIB};
      PRAGMA journal_size_limit = ${LOG_BYTES_MAX};
    `);
    migrate(database, layout, (from, to) => onMigration?.({ file: basename(path), from, to }));
    return database;
  } catch (error) {
    database.close();
    throw namingDamage(error, path);
  }
}

/** An error of the database at `path` in words, if it is damaged; any other as it is. */
export function namingDamage(error: unknown, path: string): unknown {
  const isDamage = error instanceof Error && 'errcode' in error && DAMAGED.has(Number(error.errcode) & 0xff);
  return isDamage
    ? new Error(
        `Cannot open ${path} as it is damaged, or no file of SQLite's: restore DATA_DIR from a backup`,
        { cause: error },
      )
    : error;
}

/**
 * Checkpoints the log, so that the file alone is the whole store, and closes it. If another process reads it (a backup),
 * the log stays and the next opener uses it: a stop waits for nobody. Idempotent.
 */
export function closeDatabase(database: DatabaseSync): void {
  if (!database.isOpen) return;
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/** The first row, typed by the caller's SQL. */
export function one<Row>(statement: StatementSync, ...parameters: SQLInputValue[]): Row | undefined {
  return statement.get(...parameters) as Row | undefined;
}

/** All rows, typed by the caller's SQL. */
export function all<Row>(statement: StatementSync, ...parameters: SQLInputValue[]): Row[] {
  return statement.all(...parameters) as Row[];
}

function checkOwner(database: DatabaseSync, path: string, layout: DatabaseLayout): void {
  const owner = readPragma(database, 'application_id');
  const version = readPragma(database, 'user_version');
  const latest = latestOf(layout);
  const { tables } = one<{ tables: number }>(
    database.prepare('SELECT COUNT(*) AS tables FROM sqlite_schema'),
  )!;
  if (owner !== layout.applicationId && (owner !== 0 || tables > 0)) {
    throw new Error(`Cannot open ${path} as it must be a store of this kind: it was made by another program`);
  }
  if (version > 0 && version < (layout.firstVersion ?? 1))
    throw new Error(`Cannot open ${path} as it was made before Docent 0.1.0`);
  if (version > latest) {
    throw new Error(
      `Cannot open ${path} as its schema must be at most version ${latest}: current value is ` +
        `${version}. A newer Docent wrote it; start that one, or restore a backup`,
    );
  }
}

function migrate(
  database: DatabaseSync,
  layout: DatabaseLayout,
  onMigration: (from: number, to: number) => void,
): void {
  const version = readPragma(database, 'user_version');
  const latest = latestOf(layout);
  if (version === latest) return;
  if (version > 0) onMigration(version, latest);
  database.exec('BEGIN IMMEDIATE');
  try {
    const { firstVersion = 1, migrations } = layout;
    for (const step of migrations.slice(Math.max(0, version - firstVersion + 1))) database.exec(step);
    database.exec(`PRAGMA application_id = ${layout.applicationId}`);
    database.exec(`PRAGMA user_version = ${latest}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function latestOf({ firstVersion = 1, migrations }: DatabaseLayout): number {
  return firstVersion + migrations.length - 1;
}

function readPragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return one<Record<string, number>>(database.prepare(`PRAGMA ${name}`))![name]!;
}
