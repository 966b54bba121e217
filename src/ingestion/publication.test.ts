import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStand, prepareText } from '../../test/ingestion-stand.ts';
import { SILENT } from '../../test/silent-logger.ts';
import { type Refusal, RefusedError } from '../errors.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { createPublication } from './publication.ts';

/** A test setup without workers: one claimed and staged job, and an index that accepts documents only on demand. */
async function openWithStagedJob() {
  const stand = await openStand({ concurrency: 0 });
  await stand.upload('one.txt', 'alpha');
  const job = (await stand.documentStore.claimJob({ now: Date.now(), leaseMs: 30_000 }))!;
  const path = stand.originals.pathOf(job.original!.contentHash);
  const { chunks, title } = await prepareText({ path, format: 'text', title: null, filename: 'one.txt' });
  await stand.documentStore.stageChunks(job, chunks);

  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  const slowIndex: SearchIndex = Object.create(stand.searchIndex, {
    replaceDocument: {
      value: async (...put: Parameters<SearchIndex['replaceDocument']>) => {
        ask();
        await told;
        await stand.searchIndex.replaceDocument(...put);
      },
    },
    removeDocument: { value: (docId: string) => stand.searchIndex.removeDocument(docId) },
  });
  const publication = createPublication({
    documentStore: stand.documentStore,
    searchIndex: slowIndex,
    onChanged: async () => {},
    onRepaired() {},
    holdModel: (work) => work(),
    logger: SILENT,
    now: Date.now,
  });
  const published = {
    title,
    language: null,
    pages: null,
    embeddingModelId: null,
    embedded: 0,
    analysis: 1,
    now: Date.now(),
  };
  return { stand, publication, asked, tell, publish: () => publication.publish(job, published, chunks) };
}

test('a record that is done in the store is not shown as done before it is searchable', async () => {
  const { stand, publication, asked, tell, publish } = await openWithStagedJob();
  await using _ = stand;
  const publishing = publish();
  await asked;
  const stored = (await stand.documentStore.get('one'))!;
  assert.equal(stored.status, 'done');
  const shown = publication.asSearchable(stored);
  assert.deepEqual([shown.status, shown.stage], ['processing', 'indexing']);
  assert.deepEqual(publication.unsearchable(), ['one']);
  assert.deepEqual((await stand.find('alpha')).docIds, []);
  tell();
  await publishing;
  assert.equal(publication.asSearchable(stored), stored);
  assert.deepEqual(publication.unsearchable(), []);
  assert.deepEqual((await stand.find('alpha')).docIds, ['one']);
});

test('a document that is removed while it is published does not come back', async () => {
  const { stand, publication, asked, tell, publish } = await openWithStagedJob();
  await using _ = stand;
  const publishing = publish();
  await asked;
  const removing = publication.remove('one', Date.now());
  await Promise.race([removing, sleep(30)]);
  tell();
  assert.ok(await publishing);
  assert.deepEqual(await removing, ['one']);
  assert.deepEqual((await stand.find('alpha')).docIds, []);
  assert.equal(await stand.documentStore.get('one'), undefined);
});

test('a job that has lost its lease publishes nothing', async () => {
  const { stand, publication, publish } = await openWithStagedJob();
  await using _ = stand;
  await publication.remove('one', Date.now());
  assert.equal(await publish(), undefined);
  assert.deepEqual((await stand.find('alpha')).docIds, []);
  assert.deepEqual(await publication.remove('one', Date.now()), []);
});

test('a removal that was committed but not synced is followed by the index', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', 'alpha');
  await stand.settled('one');
  const unsynced: DocumentStore = Object.create(stand.documentStore, {
    delete: {
      value: async (...removal: Parameters<DocumentStore['delete']>) => {
        await stand.documentStore.delete(...removal);
        throw new RefusedError(UNAVAILABLE);
      },
    },
  });
  const { promise: repaired, resolve: onRepaired } = Promise.withResolvers<string>();
  using publication = createPublication({
    documentStore: unsynced,
    searchIndex: stand.searchIndex,
    onChanged: async () => {},
    onRepaired,
    holdModel: (work) => work(),
    logger: SILENT,
    now: Date.now,
    firstRepairMs: 5,
  });
  await assert.rejects(publication.remove('one', Date.now()), RefusedError);
  assert.deepEqual(publication.unsearchable(), ['one']);
  assert.equal(await repaired, 'one');
  assert.deepEqual((await stand.find('alpha')).docIds, []);
  assert.deepEqual(publication.unsearchable(), []);
});

const UNAVAILABLE: Refusal = {
  code: 'store_unavailable',
  dependency: 'document_store',
  retryAfterSeconds: 5,
};
