import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  chunksOf,
  claim,
  intake,
  LEASE_MS,
  NOW,
  published,
} from '../../../../test/conformance/document-store/fixtures.ts';
import { documentStoreConformance } from '../../../../test/conformance/document-store.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { until } from '../../../../test/until.ts';
import type { IngestJob } from '../../../ports/ingest-jobs.ts';
import { openDatabase } from '../database.ts';
import { DOCUMENT_LAYOUT } from './document-schema.ts';
import { openSqliteDocumentStore } from './document-store.ts';

documentStoreConformance('SQLite', (folder) => openSqliteDocumentStore(join(folder, 'documents.db')));

test('what the schema of 0.1.0 holds is there after the migration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-migration-'));
  try {
    const path = join(folder, 'documents.db');
    const [firstSchema] = DOCUMENT_LAYOUT.migrations;
    {
      using old = openDatabase(path, { ...DOCUMENT_LAYOUT, migrations: [firstSchema!] });
      old.exec(`
        INSERT INTO documents (doc_id, kind, status, progress, version, live_version, content_hash, live_hash, media_type,
          chunks, added, removed, attempts, title, folded, source_kind, filename, tags, correlation_id, created_at,
          updated_at)
        VALUES ('old', 'document', 'done', 1, 1, 1, 'abc', 'abc', 'text/markdown', 1, 1, 0, 1, 'Old', 'OLD', 'upload',
          'old.md', '[]', 'c', 0, 0);
        INSERT INTO chunks (document, version, ordinal, text_hash, start, end, text) VALUES (1, 1, 0, 'h', 0, 4, 'text');
        INSERT INTO chunk_terms VALUES (1, 'text', x'01');
      `);
    }
    await using store = openSqliteDocumentStore(path);
    assert.equal((await store.chunks(['old.1.0']))[0]?.text, 'text');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a large version is attempted again when its earlier attempt is removed, which blocks no claim', async () => {
  const folder = temporaryFolder();
  await using store = openSqliteDocumentStore(join(folder, 'documents.db'));
  await store.accept(intake('large'));
  const job = await claim(store);
  await store.stageChunks(job, chunksOf(Array.from({ length: 1_000 }, (_, n) => `text ${n}`)));
  await store.accept(intake('other', { now: NOW + 1 }));
  const error = { code: 'internal_error', message: 'It stopped.' };
  // In one group of writes: no slice can be removed in between.
  const [, other] = await Promise.all([
    store.finish(job, { status: 'queued', error, runAfter: NOW, now: NOW }),
    claim(store, NOW + 1),
  ]);
  assert.equal(other.docId, 'other');
  let again: IngestJob | undefined;
  await until(async () => {
    again = await store.claimJob({ now: NOW + 1, leaseMs: LEASE_MS });
    return again !== undefined;
  });
  await store.stageChunks(again!, chunksOf(['text']));
  assert.equal((await store.publish(again!, published()))?.chunks, 1);
});
