import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { one } from './database.ts';

/** Brings what was committed onto the disk, outside the thread that serves. */
export interface LogSync extends Disposable {
  /**
   * Resolves when all that was committed before the call outlives a power cut; many who wait share one fsync.
   *
   * @throws When the disk fails.
   */
  wait(): Promise<void>;
}

/**
 * @param path Of a database in WAL mode with `synchronous=NORMAL`, which is to be closed after this is disposed of.
 * @param dataSync Replaces fdatasync, in tests.
 */
export function openLogSync(
  database: DatabaseSync,
  path: string,
  dataSync: (descriptor: number) => Promise<void> = promisify(fdatasync),
): LogSync {
  syncFolder(dirname(path));
  // Stands there as long as the database is open. Windows syncs only what may be written.
  const log = openSync(`${path}-wal`, 'r+');
  let last = Promise.resolve();
  let next: Promise<void> | undefined;
  /** After a sync that failed, another one may succeed although what the first one left out was never written. */
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
    wait() {
      // Not the one that runs: it may have begun before the commit that is waited for.
      next ??= last.then(() => {
        next = undefined;
        const syncing = sync();
        last = syncing.catch(() => {});
        return syncing;
      });
      return next;
    },
    [Symbol.dispose]: () => closeSync(log),
  };
}

/** The log's content is synced in another place: in the database file. */
function moveIntoFile(database: DatabaseSync): void {
  const moved = one<{ busy: number }>(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'));
  if (moved?.busy !== 0) throw new Error('The log could not be synced, and the file is in use');
}

/** The names of new files are kept in their folder. Windows has no such thing. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
