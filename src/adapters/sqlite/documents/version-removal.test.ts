import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openConnection } from '../connection.ts';
import { DOCUMENT_LAYOUT } from './document-schema.ts';
import { createVersionRemoval } from './version-removal.ts';

const TABLES = ['chunks', 'chunk_terms', 'embeddings_0', 'embeddings_1', 'document_texts'];

/** A store of document 1 with this many chunks a version, each with terms, embeddings and a piece of text. */
function openWith(chunksOf: Readonly<Record<number, number>>) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-removal-'));
  const connection = openConnection(join(folder, 'docent.db'), 'document_store', DOCUMENT_LAYOUT);
  let notified = 0;
  const removal = createVersionRemoval(connection, () => {
    notified += 1;
  });
  const insert = [
    `INSERT INTO chunks (document, version, ordinal, text_hash, start, end, text) VALUES (1, $1, $2, '', 0, 1, 'a')`,
    `INSERT INTO chunk_terms SELECT chunk, 'a', x'01' FROM chunks WHERE version = $1 AND ordinal = $2`,
    `INSERT INTO embeddings_0 SELECT chunk, x'01' FROM chunks WHERE version = $1 AND ordinal = $2`,
    `INSERT INTO embeddings_1 SELECT chunk, x'01' FROM chunks WHERE version = $1 AND ordinal = $2`,
    `INSERT INTO document_texts (document, version, start, end, deflated) VALUES (1, $1, $2, 0, x'')`,
  ];
  const filled = connection.write(() => {
    for (const [version, chunks] of Object.entries(chunksOf)) {
      for (let i = 0; i < chunks; i += 1) for (const sql of insert) connection.run(sql, Number(version), i);
    }
  });
  return {
    filled,
    notified: () => notified,
    write: connection.write,
    removal,
    rows: () => TABLES.map((table) => connection.one<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`)?.n),
    async [Symbol.asyncDispose]() {
      await connection[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

const each = (rows: number) => TABLES.map(() => rows);

test('small versions go at once, and the one that is kept stays', async () => {
  await using store = openWith({ 1: 5, 2: 7, 3: 11 });
  await store.filled;
  await store.write(() => store.removal.drop(1, { keep: 2 }));
  assert.deepEqual([store.rows(), store.notified()], [each(7), 0]);
  await store.write(() => store.removal.drop(1, { keep: null }));
  assert.deepEqual(store.rows(), each(0));
});

test('a large version is removed in bounded slices', async () => {
  await using store = openWith({ 1: 700, 2: 3 });
  await store.filled;
  await store.write(() => store.removal.drop(1, { keep: 2 }));
  assert.deepEqual([store.rows(), store.notified()], [each(703), 1]);
  let before = store.rows();
  while (await store.write(store.removal.removeSlice)) {
    const after = store.rows();
    for (const [i, rows] of after.entries()) assert.ok(before[i]! - rows! <= 256);
    before = after;
  }
  assert.deepEqual(before, each(3));
});

test('a large version can be written again once its last slice is removed', async () => {
  await using store = openWith({ 1: 700, 2: 3 });
  await store.filled;
  await store.write(() => store.removal.drop(1, { keep: null }));
  const isRemoving = () => [1, 2].map((version) => store.removal.isRemoving(1, version));
  while (store.rows()[0]! > 0) {
    assert.deepEqual(isRemoving(), [true, false]);
    await store.write(store.removal.removeSlice);
  }
  while (await store.write(store.removal.removeSlice));
  assert.deepEqual([store.rows(), isRemoving()], [each(0), [false, false]]);
});
