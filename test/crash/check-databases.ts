import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's own check of the files that a killed process has left: of a copy, so that the service recovers them itself. */
export function checkDatabases(dataFolder: string): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'docent-crash-copy-'));
  try {
    cpSync(dataFolder, copy, { recursive: true, filter: (path) => !/\/(originals|staging)$/.test(path) });
    const names = readdirSync(copy).filter((name) => name.endsWith('.db'));
    return names.flatMap((name) => {
      using database = new DatabaseSync(join(copy, name));
      const found = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
      return found === 'ok' ? [] : [`${name}: ${found}`];
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
