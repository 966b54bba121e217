import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { KEPT } from '../../../test/conformance/key-value-store/clock.ts';
import { keyValueStoreConformance } from '../../../test/conformance/key-value-store.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openSqliteKeyValueStore } from './sqlite.ts';

for (const durability of ['fsync', 'relaxed'] as const) {
  keyValueStoreConformance(`SQLite (${durability})`, (folder, { now }) =>
    openSqliteKeyValueStore(join(folder, 'entries.db'), { durability, now }),
  );
}

test('entries are there after the store was opened again, and dead ones are cleaned up by later writes', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'entries.db');
  let time = 1_000;
  const open = () => openSqliteKeyValueStore(path, { durability: 'fsync', now: () => time });
  {
    await using store = open();
    await store.set('stays', 'v', KEPT);
    await Promise.all(Array.from({ length: 40 }, (_, i) => store.set(`dies${i}`, 'v', { ttlMs: 10 })));
  }
  time += 10;
  assert.equal(rowsIn(path), 41);
  {
    await using store = open();
    assert.equal(await store.get('stays'), 'v');
    await store.set('stays', 'v', KEPT);
    assert.ok(rowsIn(path) > 1, 'one write takes only some along');
    await store.set('stays', 'v', KEPT);
    await store.set('stays', 'v', KEPT);
  }
  assert.equal(rowsIn(path), 1);
});

test('its files are readable by their owner alone', { skip: process.platform === 'win32' }, async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'new', 'entries.db');
  await using store = openSqliteKeyValueStore(path, { durability: 'relaxed', now: Date.now });
  await store.set('k', 'v', KEPT);
  assert.equal((await stat(join(folder, 'new'))).mode & 0o777, 0o700);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    assert.equal((await stat(file)).mode & 0o777, 0o600, file);
  }
});

function rowsIn(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare('SELECT COUNT(*) AS entries FROM entries').get()?.entries);
  } finally {
    database.close();
  }
}
