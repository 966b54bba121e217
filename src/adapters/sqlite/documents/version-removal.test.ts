import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DocumentDriver } from '../../sql/document-driver.ts';
import { createVersionRemoval } from '../../sql/version-removal.ts';
import { openConnection } from '../connection.ts';
import { doWork } from '../sql-database.ts';
import { DOCUMENT_LAYOUT } from './document-schema.ts';
import { SQLITE_DIALECT } from './document-store.ts';

const TABLES = ['chunks', 'chunk_terms', 'embeddings_0', 'embeddings_1', 'document_texts'];

/** A store of document 1 with this many chunks a version, each with terms, embeddings and a piece of text. */
function openWith(chunksOf: Readonly<Record<number, number>>) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-removal-'));
  const connection = openConnection(join(folder, 'docent.db'), 'document_store', DOCUMENT_LAYOUT);
  let dropped = 0;
  /** After each slice. */
  const seen: (number | undefined)[][] = [];
  const rows = () =>
    TABLES.map((table) => connection.one<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`)?.n);
  const removal = createVersionRemoval({ dialect: SQLITE_DIALECT } as DocumentDriver, async (slice) => {
    const isLeft = await connection.write(() => doWork(connection, slice()));
    seen.push(rows());
    return isLeft;
  });
  const change = { changed() {}, afterwards: () => void dropped++ };
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
    dropped: () => dropped,
    drop: (keep: number | null) => connection.write(() => doWork(connection, removal.drop(change, 1, keep))),
    removeDropped: removal.removeDropped,
    ...{ rows, seen },
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
  await store.drop(2);
  assert.deepEqual([store.rows(), store.dropped()], [each(7), 0]);
  await store.drop(null);
  assert.deepEqual(store.rows(), each(0));
});

test('a large version is removed in bounded slices', async () => {
  await using store = openWith({ 1: 700, 2: 3 });
  await store.filled;
  await store.drop(2);
  assert.deepEqual([store.rows(), store.dropped()], [each(703), 1]);
  let before = store.rows();
  await store.removeDropped();
  for (const after of store.seen) {
    for (const [i, rows] of after.entries()) assert.ok(before[i]! - rows! <= 256);
    before = after;
  }
  assert.deepEqual(before, each(3));
});
