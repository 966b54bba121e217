import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './make-folder.ts';

/**
 * Claims `folder` (created when absent, 0700) for this process until the lock is disposed of or the process ends in any
 * way: the operating system then releases SQLite's file lock.
 *
 * @throws {Error} When another Docent holds the folder.
 */
export function lockDataFolder(folder: string): Disposable {
  makeFolder(folder);
  const path = join(folder, 'docent.lock');
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  using opening = new DisposableStack();
  const database = opening.use(new DatabaseSync(path, { timeout: 0 }));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Error(
      `Cannot use the data folder ${folder} as another Docent works in it. ` +
        'Stop that one, or set DATA_DIR to a folder of its own',
      { cause: error },
    );
  }
  return opening.move();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 0x100 === 5;
}
