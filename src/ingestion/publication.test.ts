import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStand, prepareText } from '../../test/ingestion-stand.ts';
import { type Refusal, RefusedError } from '../errors.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { createPublication } from './publication.ts';

/** A test setup without workers: one claimed and staged job, and an index that accepts documents only on demand. */
async function openWithStagedJob() {
  const stand = await openStand({ concurrency: 0 });
  await stand.upload('one.txt', 'alpha');
  const job = (await stand.documentStore.claimJob({ now: Date.now(), leaseMs: 30_000 }))!;
  const { path } = await stand.originals.localCopy(job.original!.contentHash);
  const { chunks, title } = await prepareText({ path, format: 'text', title: null, filename: 'one.txt' });
  await stand.documentStore.stageChunks(job, chunks);

  const { promise: staging, resolve: stage } = Promise.withResolvers<void>();
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  const { searchIndex, documentStore } = stand;
  const slowIndex: SearchIndex = Object.create(searchIndex, {
    stage: {
      value: async (...staged: Parameters<SearchIndex['stage']>) => {
        stage();
        await told;
        await searchIndex.stage(...staged);
      },
    },
    unstage: { value: (...staged: Parameters<SearchIndex['unstage']>) => searchIndex.unstage(...staged) },
    retire: { value: (...shown: Parameters<SearchIndex['retire']>) => searchIndex.retire(...shown) },
    remove: { value: (...removed: Parameters<SearchIndex['remove']>) => searchIndex.remove(...removed) },
  });
  const publication = createPublication({
    documentStore,
    searchIndex: slowIndex,
    onChanged: async () => {},
    holdModel: (work) => work(),
    logger: SILENT,
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
  return { stand, publication, staging, tell, publish: () => publication.publish(job, published, chunks) };
}

test('a record is done only when its chunks are in the index', async () => {
  const { stand, staging, tell, publish } = await openWithStagedJob();
  await using _ = stand;
  const publishing = publish();
  await staging;
  assert.equal((await stand.documentStore.get('one'))!.status, 'processing');
  tell();
  assert.equal((await publishing)?.status, 'done');
  assert.deepEqual((await stand.find('alpha')).docIds, ['one']);
});

test('a document that is removed while it is published does not come back', async () => {
  const { stand, publication, staging, tell, publish } = await openWithStagedJob();
  await using _ = stand;
  const publishing = publish();
  await staging;
  const removing = publication.remove('one', Date.now());
  await Promise.race([removing, sleep(30)]);
  tell();
  assert.ok(await publishing);
  assert.deepEqual(await removing, ['one']);
  assert.deepEqual((await stand.find('alpha')).docIds, []);
  assert.equal(await stand.documentStore.get('one'), undefined);
});

test('a job that has lost its lease publishes nothing', async () => {
  const { stand, publication, tell, publish } = await openWithStagedJob();
  await using _ = stand;
  tell();
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
  const { promise: repaired, resolve: onChanged } = Promise.withResolvers<string>();
  using publication = createPublication({
    documentStore: unsynced,
    searchIndex: stand.searchIndex,
    onChanged: async (docId) => onChanged(docId),
    holdModel: (work) => work(),
    logger: SILENT,
    firstRepairMs: 5,
  });
  await assert.rejects(publication.remove('one', Date.now()), RefusedError);
  assert.equal(await repaired, 'one');
  assert.deepEqual((await stand.find('alpha')).docIds, []);
});

const UNAVAILABLE: Refusal = {
  code: 'store_unavailable',
  dependency: 'document_store',
  retryAfterSeconds: 5,
};
