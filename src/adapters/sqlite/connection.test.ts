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

test('a full disk refuses the write, keeps nothing of it, and the store goes on when there is room', () =>
  inFolder(async (path) => {
    await using connection = openConnection(path, 'things', LAYOUT);
    const insert = connection.prepare('INSERT INTO things VALUES (?)');
    await connection.write(() => insert.run('before'));
    const pages = connection.prepare('PRAGMA page_count').get()!.page_count;
    connection.prepare(`PRAGMA max_page_count = ${pages}`).get();
    const outcomes = await Promise.allSettled([
      connection.write(() => insert.run('beside')),
      connection.write(() => insert.run('x'.repeat(1_000_000))),
    ]);
    const refused = outcomes[1] as PromiseRejectedResult;
    assert.ok(refused.reason instanceof RefusedError);
    assert.equal(refused.reason.refusal.code, 'disk_full');
    assert.ok(refused.reason.cause instanceof Error);
    const acknowledged = outcomes[0]!.status === 'fulfilled' ? ['before', 'beside'] : ['before'];
    assert.deepEqual(await names(connection), acknowledged);
    connection.prepare('PRAGMA max_page_count = 1000000').get();
    await connection.write(() => insert.run('y'.repeat(100_000)));
    assert.equal((await names(connection)).length, acknowledged.length + 1);
  }));

test('a lock that another process holds refuses the write, which can be asked for again', () =>
  inFolder(async (path) => {
    await using connection = openConnection(path, 'things', LAYOUT);
    connection.prepare('PRAGMA busy_timeout = 0').get();
    const insert = connection.prepare('INSERT INTO things VALUES (?)');
    using other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(
      connection.write(() => insert.run('a')),
      (error) => error instanceof RefusedError && error.refusal.code === 'store_unavailable',
    );
    other.exec('ROLLBACK');
    await connection.write(() => insert.run('a'));
    assert.deepEqual(await names(connection), ['a']);
  }));

test('a step that violates a constraint throws its own error, and the other steps of its group persist', () =>
  inFolder(async (path) => {
    await using connection = openConnection(path, 'things', LAYOUT);
    const insert = connection.prepare('INSERT INTO things VALUES (?)');
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'a', 'c'].map((name) =>
        connection.write(() => {
          insert.run(`${name}!`);
          insert.run(name);
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
    const insert = connection.prepare('INSERT INTO things VALUES (?)');
    const all = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(4, '0'));
    await Promise.all(all.map((name) => connection.write(() => insert.run(name))));
    const rows = connection.prepare('SELECT name FROM things ORDER BY rowid').all();
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
      const insert = connection.prepare('INSERT INTO things VALUES (?)');
      await connection.write(() => insert.run('old'));
    }
    const newer = {
      ...LAYOUT,
      migrations: [...LAYOUT.migrations, 'ALTER TABLE things ADD COLUMN size INTEGER'],
    };
    const migrations: unknown[] = [];
    {
      await using connection = openConnection(path, 'things', newer, (told) => migrations.push(told));
      assert.deepEqual({ ...connection.prepare('SELECT * FROM things').get() }, { name: 'old', size: null });
    }
    await openConnection(path, 'things', newer, (told) => migrations.push(told))[Symbol.asyncDispose]();
    assert.deepEqual(migrations, [{ file: basename(path), from: 1, to: 2 }]);
    assert.throws(
      () => openConnection(path, 'things', LAYOUT),
      /must be at most version 1: current value is 2/,
    );
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
      const insert = connection.prepare('INSERT INTO things VALUES (?)');
      await connection.write(() => insert.run('a'));
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
    const insert = connection.prepare('INSERT INTO things VALUES (?)');
    await connection.write(() => insert.run('a'));
    const begunAt = performance.now();
    await connection[Symbol.asyncDispose]();
    // What a statement would wait for a lock.
    assert.ok(performance.now() - begunAt < 2_000);
    await using again = openConnection(path, 'things', LAYOUT);
    assert.deepEqual(await names(again), ['a']);
  }));

async function names(connection: Connection): Promise<unknown[]> {
  const select = connection.prepare('SELECT name FROM things ORDER BY name');
  return connection.read(() => select.all().map((row) => row.name));
}

async function inFolder(body: (path: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder();
  await body(join(folder, 'things.db'));
}
