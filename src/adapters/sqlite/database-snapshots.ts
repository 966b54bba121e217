import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { namingDamage, one } from './database.ts';

const BUSY_TIMEOUT_MS = 2_000;
/** A round takes less than a millisecond, and commits are further apart. */
const ROUNDS_MAX = 1_000;
/** Copied at a time, in a thread of their own: 4 MB. */
const PAGES_PER_STEP = 1_000;

/**
 * Several SQLite files as they were at one moment, while another process writes to them. Until they are disposed of,
 * the logs of these databases grow and cannot be emptied.
 *
 * @param paths Of databases in WAL mode; they are not changed.
 * @param onBegun Called for each path before the next one, in tests.
 * @throws {Error} When one cannot be read, or is damaged.
 */
export function openDatabaseSnapshots(paths: readonly string[], onBegun: (path: string) => void = () => {}) {
  using opening = new DisposableStack();
  const databases = new Map<string, DatabaseSync>();
  for (const path of paths) {
    const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    databases.set(path, opening.use(database));
  }
  beginTogether(databases, onBegun);
  const database = (path: string) => databases.get(path)!;
  const opened = opening.move();
  return {
    /** One of the files; for reading alone. */
    database,
    /**
     * Writes a file of the snapshot to `target`, which must not exist, and syncs it.
     *
     * @throws {Error} When the file is damaged.
     */
    async copy(path: string, target: string): Promise<void> {
      checkWhole(database(path), path);
      // SQLite would make it readable by others.
      closeSync(openSync(target, 'wx', 0o600));
      await backup(database(path), target, { rate: PAGES_PER_STEP });
    },
    [Symbol.dispose]: () => opened.dispose(),
  };
}

/**
 * Begins a transaction in each. Each begins at a moment of its own, so all begin again until none has changed since the
 * round before: then the moment between both rounds is the moment of all.
 */
function beginTogether(databases: ReadonlyMap<string, DatabaseSync>, onBegun: (path: string) => void): void {
  let before = '';
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const versions = Array.from(databases, ([path, database]) => {
      const version = beginAgain(database, path);
      onBegun(path);
      return version;
    }).join(' ');
    if (versions === before) return;
    before = versions;
  }
  throw new Error(
    'Cannot copy the databases as they change without a pause. Try again when there is less to do',
  );
}

/** @returns Another number when another connection has committed since the last call. */
function beginAgain(database: DatabaseSync, path: string): number {
  try {
    if (database.isTransaction) database.exec('COMMIT');
    database.exec('BEGIN');
    return one<{ data_version: number }>(database.prepare('PRAGMA data_version'))!.data_version;
  } catch (error) {
    throw namingDamage(error, path);
  }
}

function checkWhole(database: DatabaseSync, path: string): void {
  const checked = one<{ integrity_check: string }>(database.prepare('PRAGMA integrity_check(1)'))!;
  if (checked.integrity_check !== 'ok')
    throw new Error(
      `Cannot copy ${path} as it is damaged (${checked.integrity_check}): restore DATA_DIR from a backup`,
    );
}
