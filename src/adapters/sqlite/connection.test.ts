import assert from 'node:assert/strict';
import { copyFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { RefusedError } from '../../errors.ts';
import { type Connection, openConnection } from './connection.ts';
import type { DatabaseLayout } from './database.ts';

const LAYOUT: DatabaseLayout = {
  applicationId: 42,
  migrations: ['CREATE TABLE things (name TEXT NOT NULL UNIQUE) STRICT'],
  durability: 'fsync',
};

const INSERT = 'INSERT INTO things VALUES ($1)';

test('a full disk refuses the write, keeps nothing of it, and the store goes on when there is room', () =>
  inFolder(async (path) => {
    await using connection = openConnection(path, 'things', LAYOUT);
    await connection.write(() => connection.run(INSERT, 'before'));
    const pages = connection.one<{ page_count: number }>('PRAGMA page_count')!.page_count;
    connection.one(`PRAGMA max_page_count = ${pages}`);
    const outcomes = await Promise.allSettled([
      connection.write(() => connection.run(INSERT, 'beside')),
      connection.write(() => connection.run(INSERT, 'x'.repeat(1_000_000))),
    ]);
    const refused = outcomes[1] as PromiseRejectedResult;
    assert.ok(refused.reason instanceof RefusedError);
    assert.equal(refused.reason.refusal.code, 'disk_full');
    assert.ok(refused.reason.cause instanceof Error);
    const acknowledged = outcomes[0]!.status === 'fulfilled' ? ['before', 'beside'] : ['before'];
    assert.deepEqual(await names(connection), acknowledged);
    connection.one('PRAGMA max_page_count = 1000000');
    await connection.write(() => connection.run(INSERT, 'y'.repeat(100_000)));
    assert.equal((await names(connection)).length, acknowledged.length + 1);
  }));

test('a lock that another process holds refuses the write, which can be asked for again', () =>
  inFolder(async (path) => {
    await using connection = openConnection(path, 'things', LAYOUT);
    connection.one('PRAGMA busy_timeout = 0');
    using other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(
      connection.write(() => connection.run(INSERT, 'a')),
      (error) => error instanceof RefusedError && error.refusal.code === 'store_unavailable',
    );
    other.exec('ROLLBACK');
    await connection.write(() => connection.run(INSERT, 'a'));
    assert.deepEqual(await names(connection), ['a']);
  }));

test('a step that violates a constraint throws its own error, and the other steps of its group persist', () =>
  inFolder(async (path) => {
    await using connection = openConnection(path, 'things', LAYOUT);
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'a', 'c'].map((name) =>
        connection.write(() => {
          connection.run(INSERT, `${name}!`);
          connection.run(INSERT, name);
        }),
      ),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.ok(!((outcomes[2] as PromiseRejectedResult).reason instanceof RefusedError));
    assert.deepEqual(await names(connection), ['a', 'a!', 'b', 'b!', 'c', 'c!']);
  }));

test('more writes than one group holds are all committed, in order', () =>
  inFolder(async (path) => {
    await using connection = openConnection(path, 'things', LAYOUT);
    const all = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(4, '0'));
    await Promise.all(all.map((name) => connection.write(() => connection.run(INSERT, name))));
    const rows = connection.all<{ name: string }>('SELECT name FROM things ORDER BY rowid');
    assert.deepEqual(
      rows.map((row) => row.name),
      all,
    );
  }));

test('writes beyond the bound are refused at once', () =>
  inFolder(async (path) => {
    await using connection = openConnection(path, 'things', LAYOUT);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10_001 }, () => connection.write(() => undefined)),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 1);
  }));

test('a file that was deleted or replaced under the store cannot be reached', () =>
  inFolder(async (path) => {
    await using connection = openConnection(path, 'things', LAYOUT);
    const refused = (error: unknown) =>
      error instanceof RefusedError && error.refusal.code === 'store_unavailable';
    await copyFile(path, `${path}.copy`);
    await connection.ping(AbortSignal.timeout(60_000));
    await rm(path);
    await assert.rejects(connection.ping(AbortSignal.timeout(60_000)), refused);
    await rename(`${path}.copy`, path);
    await assert.rejects(connection.ping(AbortSignal.timeout(60_000)), refused);
  }));

test('a file of a newer version is refused, and one of an older is brought up to date', () =>
  inFolder(async (path) => {
    {
      await using connection = openConnection(path, 'things', LAYOUT);
      await connection.write(() => connection.run(INSERT, 'old'));
    }
    const newer = {
      ...LAYOUT,
      migrations: [...LAYOUT.migrations, 'ALTER TABLE things ADD COLUMN size INTEGER'],
    };
    const migrations: unknown[] = [];
    {
      await using connection = openConnection(path, 'things', newer, (told) => migrations.push(told));
      assert.deepEqual({ ...connection.one<object>('SELECT * FROM things') }, { name: 'old', size: null });
    }
    await openConnection(path, 'things', newer, (told) => migrations.push(told))[Symbol.asyncDispose]();
    assert.deepEqual(migrations, [{ file: basename(path), from: 1, to: 2 }]);
    assert.throws(
      () => openConnection(path, 'things', LAYOUT),
      /must be at most version 1: current value is 2/,
    );
  }));

test('a schema begins with the version that was released first, and earlier ones are refused', () =>
  inFolder(async (path) => {
    await openConnection(`${path}.0`, 'things', LAYOUT)[Symbol.asyncDispose]();
    const released = { ...LAYOUT, firstVersion: 3 };
    assert.throws(() => openConnection(`${path}.0`, 'things', released), /made before Docent 0\.1\.0/);
    {
      await using connection = openConnection(path, 'things', released);
      await connection.write(() => connection.run(INSERT, 'old'));
    }
    const later = {
      ...released,
      migrations: [...LAYOUT.migrations, 'ALTER TABLE things ADD COLUMN size INTEGER'],
    };
    await using connection = openConnection(path, 'things', later);
    assert.deepEqual({ ...connection.one<object>('SELECT * FROM things') }, { name: 'old', size: null });
    assert.deepEqual({ ...connection.one<object>('PRAGMA user_version') }, { user_version: 4 });
  }));

test('a migration that fails leaves the file as it was', () =>
  inFolder(async (path) => {
    await openConnection(path, 'things', LAYOUT)[Symbol.asyncDispose]();
    const broken = { ...LAYOUT, migrations: [...LAYOUT.migrations, 'CREATE TABLE more (a); NO SQL'] };
    assert.throws(() => openConnection(path, 'things', broken), /syntax error/);
    await using connection = openConnection(path, 'things', LAYOUT);
    assert.deepEqual(await names(connection), []);
  }));

test('a file that is damaged is named, and what to do about it', () =>
  inFolder(async (path) => {
    await writeFile(path, 'not what SQLite writes'.repeat(100));
    assert.throws(
      () => openConnection(path, 'things', LAYOUT),
      ({ message }: Error) => message.includes(path) && /damaged.*restore DATA_DIR/.test(message),
    );
  }));

test("another program's file is refused and left alone", () =>
  inFolder(async (path) => {
    {
      using other = new DatabaseSync(path);
      other.exec('CREATE TABLE theirs (a)');
    }
    assert.throws(() => openConnection(path, 'things', LAYOUT), /made by another program/);
    assert.throws(() => openConnection(path, 'things', { ...LAYOUT, applicationId: 43 }));
  }));

test('closing writes the log back into the file', () =>
  inFolder(async (path) => {
    {
      await using connection = openConnection(path, 'things', LAYOUT);
      await connection.write(() => connection.run(INSERT, 'a'));
    }
    await assert.rejects(stat(`${path}-wal`), /ENOENT/);
    using alone = new DatabaseSync(path, { readOnly: true });
    assert.equal(alone.prepare('SELECT name FROM things').get()?.name, 'a');
  }));

test('closing waits for no reader, and loses nothing by that', () =>
  inFolder(async (path) => {
    const connection = openConnection(path, 'things', LAYOUT);
    using reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM things');
    await connection.write(() => connection.run(INSERT, 'a'));
    const begunAt = performance.now();
    await connection[Symbol.asyncDispose]();
    // What a statement would wait for a lock.
    assert.ok(performance.now() - begunAt < 2_000);
    await using again = openConnection(path, 'things', LAYOUT);
    assert.deepEqual(await names(again), ['a']);
  }));

async function names(connection: Connection): Promise<unknown[]> {
  const rows = await connection.read(() =>
    connection.all<{ name: string }>('SELECT name FROM things ORDER BY name'),
  );
  return rows.map((row) => row.name);
}

async function inFolder(body: (path: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder();
  await body(join(folder, 'things.db'));
}
