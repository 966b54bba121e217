import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claim, intake, published } from '../../../test/conformance/document-store/fixtures.ts';
import { putDocument } from '../../../test/conformance/put-document.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createEmbeddedIndex } from '../../adapters/search/embedded-index.ts';
import { openSqliteDocumentStore } from '../../adapters/sqlite/documents/document-store.ts';
import { RefusedError } from '../../errors.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import { createTextEmbeddingUpkeep } from './text-embedding-upkeep.ts';

/** Every text is the same to it. */
function model(id: string, dimensions: number): EmbeddingModel {
  const embedding = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
  return { id, embed: async (inputs) => inputs.map(() => embedding) };
}

/** The stores of a folder, and upkeeps of models over them. */
async function openStand() {
  const folder = temporaryFolder();
  const documentStore = openSqliteDocumentStore(join(folder, 'documents.db'));
  const searchIndex = createEmbeddedIndex();
  let failures = 0;
  let documents = 0;

  async function open(wanted: EmbeddingModel, before?: EmbeddingModel) {
    const upkeep = createTextEmbeddingUpkeep({
      documentStore,
      searchIndex: {
        statistics: () => searchIndex.statistics(),
        replaceEmbeddings: async (...given) => {
          if (failures-- > 0) throw new Error('no memory');
          return searchIndex.replaceEmbeddings(...given);
        },
      },
      wanted: { stored: { id: wanted.id, payload: new Uint8Array() }, open: () => wanted },
      reopen: async () => before && (() => before),
      logger: SILENT,
      now: () => performance.now(),
      random: () => 0,
    });
    await upkeep.open();
    await upkeep.keepUp();
    return upkeep;
  }

  return {
    ...{ searchIndex, open },
    failNext: (times: number) => {
      failures = times;
    },
    /** As ingestion does it. */
    async ingest(upkeep: Awaited<ReturnType<typeof open>>, count: number) {
      const docId = `d${documents++}`;
      await upkeep.whilePublishing(async (current) => {
        const bare = Array.from({ length: count }, (_, ordinal) => ({
          ...{ ordinal, text: `text ${ordinal}`, start: 0, end: 6, page: null, section: null },
          ...{ terms: ['text'], counts: [1] },
        }));
        const vectors = current ? await current.embed(bare, { purpose: 'passage' }) : [];
        const chunks = bare.map((chunk, at) => (vectors[at] ? { ...chunk, embedding: vectors[at] } : chunk));
        await documentStore.accept(intake(docId));
        const job = await claim(documentStore);
        await documentStore.stageChunks(job, chunks);
        await documentStore.publish(job, published({ embeddingModelId: current?.id ?? null }));
        await putDocument(searchIndex, docId, job.version, chunks);
      });
    },
    /** Chunks that a vector with this many dimensions finds. */
    async foundBy(dimensions: number) {
      const embedding = new Float32Array(dimensions).fill(1);
      return (await searchIndex.search({ terms: [], embedding }, { limit: 1_000 })).length;
    },
    async until(holds: () => boolean | Promise<boolean>) {
      const deadline = performance.now() + 60_000;
      while (!(await holds())) {
        assert.ok(performance.now() < deadline, 'waited in vain');
        await sleep(5);
      }
    },
    async [Symbol.asyncDispose]() {
      await searchIndex[Symbol.asyncDispose]();
      await documentStore[Symbol.asyncDispose]();
    },
  };
}

test('an empty corpus has the model at once, and the next one when all is embedded', async () => {
  await using stand = await openStand();
  const old = model('old', 2);
  const first = await stand.open(old);
  assert.deepEqual(await first.progress(), { model: 'old', declined: null, reindexing: null });
  await stand.ingest(first, 150);
  await first[Symbol.asyncDispose]();
  assert.equal(await stand.foundBy(2), 150);

  const held = Promise.withResolvers<void>();
  const next = model('next', 3);
  const slow: EmbeddingModel = {
    id: 'next',
    embed: async (...given) => {
      await held.promise;
      return next.embed(...given);
    },
  };
  await using upkeep = await stand.open(slow, old);
  assert.equal(upkeep.current()?.id, 'old');
  await stand.ingest(upkeep, 20);
  assert.equal(await stand.foundBy(2), 170, 'what comes in is found by the old model');
  const { reindexing } = await upkeep.progress();
  assert.deepEqual(reindexing, {
    ...{ model: 'next', embedded: 0, chunks: 170, declined: null },
    state: 'running',
  });
  held.resolve();
  await stand.until(() => upkeep.current()?.id === 'next');
  assert.equal(await stand.foundBy(3), 170);
  assert.equal((await stand.searchIndex.statistics()).embeddingModelId, 'next');
  await stand.until(async () => (await upkeep.progress()).reindexing === null);
});

test('a document that waits for the model before does not keep the next one from taking its place', async () => {
  await using stand = await openStand();
  let isDown = false;
  const old = model('old', 2);
  const failing: EmbeddingModel = {
    id: 'old',
    embed: (...given) =>
      isDown
        ? Promise.reject(new RefusedError({ code: 'model_busy', retryAfterSeconds: 60 }))
        : old.embed(...given),
  };
  const first = await stand.open(failing);
  await stand.ingest(first, 10);
  await first[Symbol.asyncDispose]();

  isDown = true;
  const held = Promise.withResolvers<void>();
  const next = model('next', 3);
  const slow: EmbeddingModel = {
    id: 'next',
    embed: (...given) => held.promise.then(() => next.embed(...given)),
  };
  await using upkeep = await stand.open(slow, failing);
  const ingesting = assert.rejects(
    stand.ingest(upkeep, 5),
    (error) => error instanceof RefusedError && error.refusal.code === 'model_busy',
  );
  held.resolve();
  await stand.until(() => upkeep.current()?.id === 'next');
  await ingesting;
  await stand.ingest(upkeep, 5);
  assert.equal(await stand.foundBy(3), 15);
});

test('words answer where the model before cannot be had, and while the index does not follow', async () => {
  await using stand = await openStand();
  const first = await stand.open(model('old', 2));
  await stand.ingest(first, 10);
  await first[Symbol.asyncDispose]();

  stand.failNext(2);
  await using upkeep = await stand.open(model('next', 3));
  assert.equal(upkeep.current(), undefined);
  await stand.until(() => upkeep.current()?.id === 'next');
  assert.equal(await stand.foundBy(3), 10);
});

test('what the model declines is asked for once, found by words, and the others take their place', async () => {
  await using stand = await openStand();
  const first = await stand.open(model('old', 2));
  await stand.ingest(first, 150);
  await first[Symbol.asyncDispose]();
  const asked: string[] = [];
  const next = model('next', 3);
  const choosy: EmbeddingModel = {
    id: 'next',
    embed: async (inputs, options) => {
      asked.push(...inputs.map(({ text }) => text));
      const vectors = await next.embed(inputs, options);
      return inputs.map(({ text }, at) => (/ (7|99)$/.test(text) ? new Float32Array(3) : vectors[at]!));
    },
  };
  // Twice in vain, so that it goes through what is embedded already once more.
  stand.failNext(2);
  await using upkeep = await stand.open(choosy);
  await stand.until(() => upkeep.current()?.id === 'next');
  await stand.until(async () => (await upkeep.progress()).reindexing === null);
  assert.equal(asked.length, 150);
  assert.deepEqual(await upkeep.progress(), {
    model: 'next',
    declined: { reason: 'text_declined', passages: 2 },
    reindexing: null,
  });
  assert.equal(await stand.foundBy(3), 148);
  const found = await stand.searchIndex.search({ terms: [{ term: 'text', weight: 1 }] }, { limit: 1_000 });
  assert.equal(found.length, 150);

  await upkeep[Symbol.asyncDispose]();
  await using again = await stand.open(choosy);
  assert.deepEqual(await again.progress(), {
    model: 'next',
    declined: { reason: 'text_declined', passages: 2 },
    reindexing: null,
  });
});

test('a corpus can be embedded anew by the same model', async () => {
  await using stand = await openStand();
  let dimensions = 2;
  const changing: EmbeddingModel = { id: 'm', embed: (...given) => model('m', dimensions).embed(...given) };
  await using upkeep = await stand.open(changing);
  await stand.ingest(upkeep, 10);
  dimensions = 4;
  await upkeep.reembed();
  await stand.until(async () => (await upkeep.progress()).reindexing === null);
  assert.equal(await stand.foundBy(4), 10);
});
