import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createModelUsage } from '../src/adapters/models/model-usage.ts';
import { createEmbeddedIndex } from '../src/adapters/search/embedded-index.ts';
import { openSqliteDocumentStore } from '../src/adapters/sqlite/documents/document-store.ts';
import { openEmbeddingUpkeep, providerWeightOf } from '../src/assembly/models.ts';
import { IngestFailure } from '../src/errors.ts';
import { prepareDocument } from '../src/ingestion/preparing/prepare-document.ts';
import { SILENT } from '../src/kernel/silent-logger.ts';
import { type ChunkId, chunkIdOf } from '../src/ports/chunk.ts';
import type { PreparedDocument } from '../src/ports/document-preparer.ts';
import type { DocumentStore } from '../src/ports/document-store.ts';
import type { EmbeddingModel } from '../src/ports/embedding-model.ts';
import type { Logger } from '../src/ports/logger.ts';
import type { SearchIndex } from '../src/ports/search-index.ts';
import { loadConfig } from '../src/settings/config.ts';
import { putDocument } from '../test/conformance/put-document.ts';
import type { SourceDocument } from './evaluation-set.ts';
import { sayLeftOut } from './set-folders.ts';

/** Documents taken through the product's analysis, store, index and embedder, ready to be searched. */
export interface IndexedCorpus extends AsyncDisposable {
  readonly documentStore: DocumentStore;
  readonly searchIndex: SearchIndex;
  readonly embeddingModel: () => EmbeddingModel | undefined;
  /** As the product has it: users of the corpus need not name it. */
  readonly providerWeight: number | undefined;
  /** A question that is searched for by its words alone would be measured as something else. */
  readonly onModelFailed: (error: unknown) => void;
  docIdsOf(keys: Iterable<string>): Set<string>;
  keyOf(docId: string): string;
  /** The chunk of a document that contains an offset into its text, or else the last one before it. */
  chunkAt(key: string, offset: number): Promise<ChunkId | undefined>;
  readonly cost: IndexingCost;
}

export interface IndexingCost {
  readonly documents: number;
  readonly chunks: number;
  /** Chunking and analysis of all documents. */
  readonly prepareMs: number;
  /** Store and index of all documents, one by one. */
  readonly storeMs: number;
  /** Fitting the built-in embedder to the corpus, if it is used, and embedding it. */
  readonly embedMs: number;
}

/** Between looks at whether all is embedded. */
const EMBEDDING_PAUSE_MS = 20;

/** Indexes `documents` in a temporary folder while `work` runs, with the embedding model that the environment sets. */
export async function withIndexedCorpus<T>(
  documents: readonly SourceDocument[],
  work: (corpus: IndexedCorpus) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-eval-'));
  try {
    await using corpus = await indexCorpus(documents, folder);
    return await work(corpus);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function indexCorpus(documents: readonly SourceDocument[], folder: string): Promise<IndexedCorpus> {
  await using opening = new AsyncDisposableStack();
  const documentStore = opening.use(openSqliteDocumentStore(join(folder, 'documents.db')));
  const searchIndex = opening.use(createEmbeddedIndex());
  const keyOf = new Map(documents.map(({ key }, index) => [`d${index}`, key]));
  const docIdOf = new Map(Array.from(keyOf, ([docId, key]) => [key, docId]));
  const cost = { documents: documents.length, chunks: 0, prepareMs: 0, storeMs: 0, embedMs: 0 };
  let mark = performance.now();
  const lap = () => {
    const since = mark;
    mark = performance.now();
    return mark - since;
  };
  for (const document of documents) {
    const prepared = preparedOrLeftOut(document);
    cost.prepareMs += lap();
    if (!prepared) continue;
    await publish(docIdOf.get(document.key)!, prepared, {
      documentStore,
      searchIndex,
      filename: document.filename,
    });
    cost.chunks += prepared.chunks.length;
    cost.storeMs += lap();
  }
  const config = loadConfig(process.env);
  const upkeep = await openEmbeddingUpkeep(config, {
    ...{ documentStore, searchIndex, opened: opening, logger: WARNING },
    usage: createModelUsage({ prices: config.llmPrices }),
    ...{ now: Date.now, elapsed: () => performance.now(), random: Math.random },
  });
  // A running server does this in the background, a second after the last ingest.
  using _ = await upkeep.keepUp();
  await upkeep.reembed();
  while ((await upkeep.progress()).reindexing) await sleep(EMBEDDING_PAUSE_MS);
  cost.embedMs = lap();
  const opened = opening.move();
  return {
    documentStore,
    searchIndex,
    embeddingModel: () => upkeep.current(),
    providerWeight: providerWeightOf(config),
    onModelFailed(error) {
      throw error;
    },
    docIdsOf: (keys) => new Set(Array.from(keys).flatMap((key) => docIdOf.get(key) ?? [])),
    keyOf: (docId) => keyOf.get(docId)!,
    async chunkAt(key, offset) {
      const docId = docIdOf.get(key) ?? '';
      const record = await documentStore.get(docId);
      const ids = Array.from({ length: record?.chunks ?? 0 }, (_, ordinal) => chunkIdOf(docId, 1, ordinal));
      const before = (await documentStore.chunks(ids)).filter(({ start }) => start <= offset);
      return before.sort((a, b) => b.start - a.start)[0]?.chunkId;
    },
    cost,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Undefined for a document without text, which a server would not accept either. */
function preparedOrLeftOut(document: SourceDocument): PreparedDocument | undefined {
  try {
    return prepareDocument(document.parsed, document);
  } catch (error) {
    if (!(error instanceof IngestFailure)) throw error;
    sayLeftOut(document.key, error.message);
    return undefined;
  }
}

/** A model that cannot be had, or is not learned, would else be waited for in silence. */
const WARNING: Logger = {
  ...SILENT,
  warn: (message, fields) => process.stderr.write(`${message}: ${fields?.error ?? ''}\n`),
};

/** The steps of an ingest after parsing; nothing else writes, so every job keeps its lease. */
async function publish(
  docId: string,
  prepared: PreparedDocument,
  parts: { documentStore: DocumentStore; searchIndex: SearchIndex; filename: string },
): Promise<void> {
  const { documentStore, searchIndex, filename } = parts;
  const now = 0;
  await documentStore.accept({
    docId,
    whenTaken: 'replace',
    kind: 'document',
    title: prepared.title,
    tags: [],
    source: { kind: 'upload', filename },
    original: { contentHash: docId, bytes: 0, mediaType: 'text/plain' },
    correlationId: 'evaluation',
    now,
  });
  const job = await documentStore.claimJob({ now, leaseMs: 60_000 });
  if (job?.docId !== docId)
    throw new Error(`Cannot ingest ${docId} as its job was not the next: ${job?.docId}`);
  await documentStore.stageChunks(job, prepared.chunks);
  const { title, language, pages } = prepared;
  await documentStore.publish(job, {
    title,
    language,
    pages,
    embeddingModelId: null,
    embedded: 0,
    analysis: 1,
    now,
  });
  await putDocument(searchIndex, docId, job.version, prepared.chunks);
}
