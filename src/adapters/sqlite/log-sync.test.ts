import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { openLogSync } from './log-sync.ts';

test('those who wait in one turn share a sync, and those who come while it runs the next one', () =>
  withDatabase(async ({ database, path }) => {
    const syncs: PromiseWithResolvers<void>[] = [];
    using log = openLogSync(database, path, () => {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    });
    const kept: string[] = [];
    const wait = (name: string) => log.wait().then(() => kept.push(name));
    const first = Promise.all([wait('a'), wait('b')]);
    await nextTurn();
    assert.equal(syncs.length, 1);
    const second = Promise.all([wait('c'), wait('d')]);
    await nextTurn();
    assert.equal(syncs.length, 1, 'one at a time');
    syncs[0]!.resolve();
    await first;
    assert.deepEqual(kept, ['a', 'b']);
    await nextTurn();
    assert.equal(syncs.length, 2);
    syncs[1]!.resolve();
    await second;
    assert.deepEqual(kept, ['a', 'b', 'c', 'd']);
  }));

test('a log that cannot be synced is moved into the file, which then holds all of it', () =>
  withDatabase(async ({ database, path, things }) => {
    using log = openLogSync(database, path, () => Promise.reject(new Error('EIO')));
    database.exec(`INSERT INTO things VALUES ('a')`);
    assert.deepEqual(await things(), []);
    await log.wait();
    assert.deepEqual(await things(), ['a']);
  }));

test('when that fails too, every caller gets the failure, until it succeeds', () =>
  withDatabase(async ({ database, path, things }) => {
    let syncs = 0;
    using log = openLogSync(database, path, async () => {
      syncs += 1;
      if (syncs === 1) throw new Error('EIO');
    });
    database.exec('PRAGMA busy_timeout = 0');
    database.exec(`INSERT INTO things VALUES ('a')`);
    using reader = new DatabaseSync(path);
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM things').all();
    await assert.rejects(log.wait());
    await assert.rejects(log.wait(), 'a sync that succeeds proves nothing now');
    reader.exec('COMMIT');
    await log.wait();
    assert.deepEqual(await things(), ['a']);
    await log.wait();
    assert.equal(syncs, 2, 'the log is synced again');
  }));

interface Parts {
  readonly database: DatabaseSync;
  readonly path: string;
  /** What the file holds without its log. */
  things(): Promise<unknown[]>;
}

async function withDatabase(work: (parts: Parts) => Promise<void>): Promise<void> {
  const folder = temporaryFolder();
  const path = join(folder, 'things.db');
  using database = openDatabase(path, {
    applicationId: 42,
    migrations: ['CREATE TABLE things (name TEXT NOT NULL) STRICT'],
    durability: 'fsync',
  });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await work({
    database,
    path,
    async things() {
      const copy = join(folder, 'copy.db');
      await copyFile(path, copy);
      using opened = new DatabaseSync(copy);
      return opened
        .prepare('SELECT name FROM things')
        .all()
        .map(({ name }) => name);
    },
  });
}
