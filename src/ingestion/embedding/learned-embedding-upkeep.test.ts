import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claim, intake, published } from '../../../test/conformance/document-store/fixtures.ts';
import { putDocument } from '../../../test/conformance/put-document.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { until } from '../../../test/until.ts';
import { builtInModels } from '../../adapters/models/word-vectors/built-in-models.ts';
import { createEmbeddedIndex } from '../../adapters/search/embedded-index.ts';
import { openSqliteDocumentStore } from '../../adapters/sqlite/documents/document-store.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { IndexableChunk } from '../../ports/chunk.ts';
import type { LearnedModels } from '../../ports/learned-models.ts';
import type { Logger } from '../../ports/logger.ts';
import { createLearnedEmbeddingUpkeep } from './learned-embedding-upkeep.ts';

const QUIET_MS = 20;

test('a small corpus has the initial model, and learns one when it is large enough', async () => {
  await using stand = await openStand();
  await sleep(4 * QUIET_MS);
  assert.equal(stand.upkeep.current(), undefined, 'nothing to search');
  await stand.grow(5, { tell: false });
  const initial = stand.upkeep.current()!;
  await stand.grow(10);
  await sleep(4 * QUIET_MS);
  assert.equal(stand.upkeep.current(), initial);
  assert.deepEqual(stand.fits, []);
  assert.equal((await stand.documentStore.embeddingModel())?.id, initial.id);
  const inputs = ['vacat', 'leav', 'printer'].map((term) => ({ text: '', terms: [term], counts: [1] }));
  const [vacation, leave, printer] = await initial.embed(inputs, { purpose: 'question' });
  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  assert.ok(cosine(vacation!, leave!) > cosine(vacation!, printer!));

  await using again = createLearnedEmbeddingUpkeep({ ...stand, models: builtInModels });
  await again.open();
  assert.equal(again.current()?.id, initial.id);

  await stand.grow(15);
  await stand.modelOf(30);
  const model = stand.upkeep.current()!;
  assert.equal((await stand.documentStore.embeddingModel())?.id, model.id);
  assert.equal((await stand.searchIndex.statistics()).embeddingModelId, model.id);
  const [embedding] = await model.embed([{ text: '', terms: ['topic3'], counts: [1] }], {
    purpose: 'question',
  });
  const hits = await stand.searchIndex.search({ terms: [], embedding: embedding! }, { limit: 2 });
  assert.ok(hits.length === 2 && hits.every(({ dense }) => dense > 0.5));
});

test('retrains when the corpus has grown by half, not before', async () => {
  await using stand = await openStand();
  await stand.grow(100);
  await stand.modelOf(100);
  await stand.grow(40);
  await sleep(4 * QUIET_MS);
  assert.deepEqual(stand.fits, [100]);
  await stand.grow(10);
  await stand.modelOf(150);
  assert.deepEqual(stand.fits, [100, 150]);
});

test('waits for an ingest to be over, unless the corpus grows many times over', async () => {
  await using stand = await openStand({ quietMs: 600_000, busyMs: 150 });
  for (let i = 0; i < 10; i++) {
    await stand.grow(10);
    await sleep(20);
  }
  assert.deepEqual(stand.fits, [], '100 chunks are not worth an interruption');
  while (stand.fits.length === 0) await stand.grow(10);
  assert.ok(stand.fits[0]! > 106);
});

test('replaces no model while a document is published, and publishes none while it replaces', async () => {
  await using stand = await openStand();
  await stand.grow(120, { tell: false });
  const initial = stand.upkeep.current();
  const { promise: published, resolve: publish } = Promise.withResolvers<void>();
  const publishing = stand.upkeep.whilePublishing(async (model) => {
    await published;
    assert.equal(stand.upkeep.current(), model);
  });
  const refit = stand.upkeep.refit();
  await until(async () => (await stand.documentStore.begunEmbeddings())?.embedded === 120);
  await sleep(50);
  assert.equal(stand.upkeep.current(), initial);
  publish();
  const next = stand.upkeep.whilePublishing(async (model) => {
    await sleep(5);
    assert.equal(stand.upkeep.current(), model);
  });
  await Promise.all([publishing, refit, next]);
  assert.notEqual(stand.upkeep.current(), initial);
});

test('documents are published while a new model embeds the others, and are then embedded by it as well', async () => {
  const { promise: paused, resolve: goOn } = Promise.withResolvers<void>();
  await using stand = await openStand({ quietMs: 600_000, onEmbedded: () => paused });
  await stand.grow(120, { tell: false });
  const refit = stand.upkeep.refit();
  await until(async () => (await stand.documentStore.begunEmbeddings())?.embedded === 120);
  let isPublished = false;
  const publishing = stand.grow(5, { tell: false }).then(() => {
    isPublished = true;
  });
  await until(() => isPublished).finally(goOn);
  await Promise.all([publishing, refit]);
  assert.equal((await stand.searchIndex.statistics()).embedded, 125);
});

test('learns anew when terms have changed, also after a fit that may have read them before', async () => {
  const { promise: read, resolve: goOn } = Promise.withResolvers<void>();
  await using stand = await openStand({
    quietMs: 600_000,
    fit: async (rows, options) => {
      await read;
      return builtInModels.fit(rows, options);
    },
  });
  await stand.grow(120, { tell: false });
  const before = stand.upkeep.refit();
  await until(() => stand.fits.length === 1);
  const told = stand.upkeep.termsRenewed();
  goOn();
  await Promise.all([before, told]);
  await until(() => stand.fits.length === 2);
});

test('learns one model for many changes at once', async () => {
  await using stand = await openStand();
  await stand.grow(120, { tell: false });
  for (let i = 0; i < 2_000; i++) stand.upkeep.corpusChanged();
  await stand.modelOf(120);
  await sleep(4 * QUIET_MS);
  assert.deepEqual(stand.fits, [120]);
});

test('a fit that fails is logged, and tried again at the next growth', async () => {
  let failures = 0;
  await using stand = await openStand({
    fit: async (rows, options) => {
      if (failures++ === 0) throw new Error('no memory left');
      return builtInModels.fit(rows, options);
    },
  });
  await stand.grow(100);
  await until(() => stand.warnings.length === 1);
  assert.match(stand.warnings[0]!, /not learned.*no memory left/);
  await stand.grow(20);
  await sleep(4 * QUIET_MS);
  assert.deepEqual(stand.fits, [100]);
  await stand.grow(40);
  await stand.modelOf(160);
  assert.deepEqual(stand.fits, [100, 160]);
});

test('a fit that fails is tried again after a while, although the corpus does not grow', async () => {
  let failures = 0;
  await using stand = await openStand({
    retryMs: 1,
    fit: async (rows, options) => {
      if (failures++ < 2) throw new Error('no memory left');
      return builtInModels.fit(rows, options);
    },
  });
  await stand.grow(100);
  await stand.modelOf(100);
  assert.deepEqual([stand.fits, stand.warnings.length], [[100, 100, 100], 2]);
});

test('opens at start the model that was stored, and learns anew where it can’t', async () => {
  await using stand = await openStand();
  await stand.grow(100);
  await stand.modelOf(100);
  const id = stand.upkeep.current()!.id;

  await using again = createLearnedEmbeddingUpkeep({ ...stand, models: builtInModels });
  await again.open();
  await again.keepUp();
  assert.equal(again.current()?.id, id);

  const warnings = stand.warnings.length;
  await stand.documentStore.beginEmbeddings({ id: 'other', payload: new Uint8Array(30) });
  await stand.documentStore.switchEmbeddings();
  await using third = createLearnedEmbeddingUpkeep({ ...stand, models: builtInModels, quietMs: QUIET_MS });
  await third.open();
  await third.keepUp();
  assert.equal(third.current(), undefined);
  assert.match(stand.warnings[warnings]!, /until a model is learned.*not usable/);
  await until(() => third.current()?.id === id);
});

test('German words come with German documents, and into a model that was stored without them', async () => {
  await using stand = await openStand();
  await stand.grow(40);
  await stand.modelOf(40);
  const english = stand.upkeep.current()!.id;
  await stand.grow(10, { language: 'de' });
  await until(() => stand.upkeep.current()!.id !== english);
  const both = stand.upkeep.current()!.id;
  assert.equal(stand.fits.length, 2);
  await stand.grow(5, { language: 'de' });
  await sleep(4 * QUIET_MS);
  assert.deepEqual([stand.upkeep.current()!.id, stand.fits.length], [both, 2]);

  const withoutGerman = await builtInModels.fit([], {
    ...{ corpusChunks: 55, languages: new Map([['en', 55]]), signal: AbortSignal.timeout(60_000) },
  });
  const stored = { id: builtInModels.open(withoutGerman).id, payload: withoutGerman };
  await stand.documentStore.beginEmbeddings(stored);
  await stand.documentStore.switchEmbeddings();
  await using upgraded = createLearnedEmbeddingUpkeep({ ...stand, models: builtInModels, quietMs: QUIET_MS });
  await upgraded.open();
  assert.equal(upgraded.current()?.id, stored.id, 'it answers meanwhile');
  await upgraded.keepUp();
  await until(() => upgraded.current()?.id !== stored.id);
  assert.equal((await stand.searchIndex.statistics()).embedded, 55);
});

test('a small corpus has German words as soon as it has German documents', async () => {
  await using stand = await openStand();
  await stand.grow(3, { language: 'de' });
  const german = builtInModels.open(builtInModels.initial(new Map([['de', 3]])));
  await until(() => stand.upkeep.current()?.id === german.id);
  assert.deepEqual(stand.fits, []);
});

test('closing stops a fit that runs', async () => {
  let stopped = false;
  const stand = await openStand({
    fit: (_rows, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(signal.reason);
        });
      }),
  });
  await stand.grow(100);
  await until(() => stand.fits.length === 1);
  await stand[Symbol.asyncDispose]();
  assert.equal(stopped, true);
  assert.deepEqual(stand.warnings, []);
});

async function openStand(
  options: {
    fit?: LearnedModels['fit'];
    quietMs?: number;
    busyMs?: number;
    retryMs?: number;
    /** Awaited after each batch of embeddings that a new model has added. */
    onEmbedded?: () => Promise<void>;
  } = {},
) {
  const folder = temporaryFolder();
  const documentStore = openSqliteDocumentStore(join(folder, 'documents.db'));
  const searchIndex = createEmbeddedIndex();
  const warnings: string[] = [];
  const logger: Logger = {
    ...SILENT,
    warn: (message, fields) => warnings.push(`${message}: ${fields?.error}`),
  };
  /** Size of the corpus at each fit that began. */
  const fits: number[] = [];
  const models: LearnedModels = {
    ...builtInModels,
    fit: async (rows, fitOptions) => {
      fits.push(fitOptions.corpusChunks);
      return (options.fit ?? builtInModels.fit)(rows, fitOptions);
    },
  };
  const { quietMs = QUIET_MS, busyMs = 10_000, retryMs = 600_000 } = options;
  const upkeep = createLearnedEmbeddingUpkeep({
    ...{ searchIndex, models, logger, quietMs, busyMs, retryMs },
    documentStore: {
      ...documentStore,
      async addEmbeddings(embeddings) {
        await documentStore.addEmbeddings(embeddings);
        await options.onEmbedded?.();
      },
    },
  });
  await upkeep.open();
  await upkeep.keepUp();
  let documents = 0;

  /** Publishes a document with this many chunks, as ingestion does. */
  async function grow(count: number, { tell = true, language = 'en' } = {}): Promise<void> {
    const docId = `d${documents++}`;
    await upkeep.whilePublishing(async (model) => {
      const bare = Array.from({ length: count }, (_, ordinal) => chunkOf(ordinal));
      const vectors = model ? await model.embed(bare, { purpose: 'passage' }) : [];
      const chunks = bare.map((chunk, i) => (vectors[i] ? { ...chunk, embedding: vectors[i] } : chunk));
      await documentStore.accept(intake(docId));
      const job = await claim(documentStore);
      await documentStore.stageChunks(job, chunks);
      await documentStore.publish(job, published({ embeddingModelId: model?.id ?? null, language }));
      await putDocument(searchIndex, docId, job.version, chunks);
    });
    if (tell) upkeep.corpusChanged();
  }

  return {
    ...{ documentStore, searchIndex, logger, warnings, fits, upkeep, grow },
    modelOf: (chunks: number) =>
      until(() => fits.at(-1) === chunks && corpusChunksOf(upkeep.current()) === chunks),
    async [Symbol.asyncDispose]() {
      await upkeep[Symbol.asyncDispose]();
      await searchIndex[Symbol.asyncDispose]();
      await documentStore[Symbol.asyncDispose]();
    },
  };
}

function corpusChunksOf(model: object | undefined): unknown {
  return model && 'corpusChunks' in model ? model.corpusChunks : undefined;
}

/** Ten topics, each with words of its own. */
function chunkOf(ordinal: number): IndexableChunk {
  const topic = ordinal % 10;
  const words = [0, 1, 2, 3].map((i) => `t${topic}w${(ordinal * 7 + i * i) % 12}`);
  const terms = [...new Set([`topic${topic}`, '.the', ...words])];
  const text = terms.join(' ');
  return {
    ...{ ordinal, text, start: 0, end: text.length, page: null, section: null },
    terms,
    counts: terms.map(() => 1),
  };
}
