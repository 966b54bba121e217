import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, test } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { openDatabaseSnapshots } from './database-snapshots.ts';

const LAYOUT = {
  applicationId: 7,
  durability: 'relaxed',
  migrations: ['CREATE TABLE counts (count INTEGER) STRICT; INSERT INTO counts VALUES (0);'],
} as const;
const holder = temporaryFolder();
let folder: string;
let paths: string[];

describe('snapshots of databases', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(holder, 'snapshots-'));
    paths = ['first.db', 'second.db'].map((name) => join(folder, name));
  });

  const countIn = (database: DatabaseSync) =>
    Number(database.prepare('SELECT count FROM counts').get()!.count);

  test('all databases are those of one moment, even if they change while the snapshot is taken', () => {
    using first = openDatabase(paths[0]!, LAYOUT);
    using second = openDatabase(paths[1]!, LAYOUT);
    let changes = 0;
    using snapshots = openDatabaseSnapshots(paths, () => {
      if (changes === 5) return;
      changes += 1;
      for (const database of [first, second]) database.exec('UPDATE counts SET count = count + 1');
    });
    const counts = paths.map((path) => countIn(snapshots.database(path)));
    assert.deepEqual(counts, [5, 5]);
  });

  test('databases that change without a pause end in an error', () => {
    using database = openDatabase(paths[0]!, LAYOUT);
    openDatabase(paths[1]!, LAYOUT).close();
    const change = () => database.exec('UPDATE counts SET count = count + 1');
    assert.throws(() => openDatabaseSnapshots(paths, change), /^Error: Cannot copy .* without a pause/);
  });

  test('a copy is the snapshot, whatever is written meanwhile, whole and readable by its owner alone', async () => {
    using database = openDatabase(paths[0]!, LAYOUT);
    const target = join(folder, 'copy.db');
    {
      using snapshots = openDatabaseSnapshots([paths[0]!]);
      database.exec('UPDATE counts SET count = 5');
      await snapshots.copy(paths[0]!, target);
    }
    if (process.platform !== 'win32') assert.equal(statSync(target).mode & 0o777, 0o600);
    using copy = openDatabase(target, LAYOUT);
    assert.equal(countIn(copy), 0);
    assert.equal(countIn(database), 5);
  });

  for (const { damage, change } of [
    { damage: 'cut off', change: (path: string) => truncateSync(path, statSync(path).size - 8_192) },
    { damage: 'overwritten', change: (path: string) => overwrite(path, statSync(path).size - 8_192) },
  ]) {
    test(`a database that is ${damage} is not copied, and is named`, async () => {
      const path = paths[0]!;
      {
        using database = openDatabase(path, LAYOUT);
        database.exec(
          `CREATE TABLE texts (text TEXT);
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
         INSERT INTO texts SELECT hex(randomblob(100)) FROM n;
         PRAGMA wal_checkpoint(TRUNCATE);`,
        );
      }
      change(path);
      await assert.rejects(
        async () => {
          using snapshots = openDatabaseSnapshots([path]);
          await snapshots.copy(path, join(folder, 'copy.db'));
        },
        (error: Error) => error.message.includes(`${path} as it is damaged`),
      );
    });
  }

  function overwrite(path: string, at: number): void {
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(4_096, 0xff), 0, 4_096, at);
    closeSync(file);
  }
});
