import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { createSharedRun } from '../../concurrency/shared-run.ts';
import { one } from './database.ts';

/**
 * Syncs commits to disk outside of the serving thread.
 *
 * @param path Of a database in WAL mode with `synchronous=NORMAL`; close it after disposing of this.
 * @param dataSync Replaces fdatasync, in tests.
 */
export function openLogSync(
  database: DatabaseSync,
  path: string,
  dataSync: (descriptor: number) => Promise<void> = promisify(fdatasync),
) {
  syncFolder(dirname(path));
  // Exists as long as the database is open. Windows syncs only writable files.
  const log = openSync(`${path}-wal`, 'r+');
  /** After a failed sync, the next one may succeed although the missing data was never written. */
  let isDoubtful = false;

  async function sync(): Promise<void> {
    try {
      if (isDoubtful) moveIntoFile(database);
      else await dataSync(log);
    } catch {
      isDoubtful = true;
      moveIntoFile(database);
    }
    isDoubtful = false;
  }

  return {
    /**
     * Resolves when everything committed before the call survives a power cut; concurrent callers share one fsync.
     *
     * @throws When the disk fails.
     */
    wait: createSharedRun(sync),
    [Symbol.dispose]: () => closeSync(log),
  };
}

/** Syncs the log's content elsewhere: in the database file. */
function moveIntoFile(database: DatabaseSync): void {
  const moved = one<{ busy: number }>(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'));
  if (moved?.busy !== 0) throw new Error('The log could not be synced, and the file is in use');
}

/** A folder stores the names of its new files. Windows cannot sync folders. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
