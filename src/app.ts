import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockDataFolder } from './adapters/data-folder-lock.ts';
import { createGuardedFetch } from './adapters/guarded-fetch.ts';
import { createMemoryKeyValueStore } from './adapters/key-value/memory.ts';
import { openSqliteKeyValueStore } from './adapters/key-value/sqlite.ts';
import { openLogger } from './adapters/logger.ts';
import { builtInModels } from './adapters/models/built-in-models.ts';
import { openOriginalFiles } from './adapters/original-files.ts';
import { openParserPool } from './adapters/parsing/parser-pool.ts';
import { createEmbeddedIndex } from './adapters/search/embedded-index.ts';
import { openSqliteCurationStore } from './adapters/sqlite/curation-store.ts';
import { openSqliteDocumentStore } from './adapters/sqlite/document-store.ts';
import { openTextRecognition } from './adapters/tesseract.ts';
import { traced } from './adapters/traced.ts';
import { createAnswerQuestion } from './answering/answer-question.ts';
import { withCuration } from './answering/curated-answers.ts';
import { createMemory } from './answering/memory.ts';
import type { Config } from './config.ts';
import { createAnswerLog } from './curation/answer-log.ts';
import { createApprovedPassages } from './curation/approved-passages.ts';
import { createDecisions } from './curation/decisions.ts';
import { createFeedback } from './curation/feedback.ts';
import { createProvenance } from './curation/provenance.ts';
import { createReview } from './curation/review.ts';
import { buildServer } from './http/server.ts';
import { createAnswerDocuments } from './ingestion/answer-documents.ts';
import { createCatalog } from './ingestion/catalog.ts';
import { createDocumentChanges } from './ingestion/document-changes.ts';
import { createDocumentContent } from './ingestion/document-content.ts';
import { createEmbeddingUpkeep } from './ingestion/embedding-upkeep.ts';
import { createIndexDocument } from './ingestion/index-document.ts';
import { startIngestWorkers } from './ingestion/ingest-worker.ts';
import { createOriginalUpkeep } from './ingestion/original-upkeep.ts';
import { createPublication } from './ingestion/publication.ts';
import type { Logger } from './ports/logger.ts';
import { createRetriever } from './retrieval/retriever.ts';

const BYTES_PER_MB = 1_048_576;
/** Old-space limit of a parsing process. */
const PARSER_HEAP_MB = 512;
/** All that a parsing process reads besides the originals. */
const PARSER_CODE = ['./', '../node_modules/', '../package.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
/** Clients that are counted at the same time; about 20 MB. Beyond it the ones that came first begin anew. */
const COUNTERS_MAX = 100_000;

export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;

/** Docent, assembled: everything is open and recovered, and nothing listens yet. */
export interface App {
  readonly logger: Logger;
  /** @returns The base address, with the port that was taken. */
  listen(): Promise<string>;
  /** Finishes what runs, within its bounds, and closes every store. May be called more than once. */
  close(): Promise<void>;
}

/** @param options.logToConsole Whether log lines go to the standard output besides the file. */
export async function openApp(config: Config, options: { logToConsole: boolean }): Promise<App> {
  await using opened = new AsyncDisposableStack();
  const now = Date.now;
  const elapsed = () => performance.now();

  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  opened.use(lockDataFolder(config.dataDir));
  const logger = opened.use(
    openLogger({
      level: config.logLevel,
      format: config.logFormat,
      folder: config.logDir,
      console: options.logToConsole ? process.stdout : null,
    }),
  );
  if (config.apiKey === '') {
    logger.warn(
      'API_KEY is empty: everyone who reaches Docent may delete documents, review and list feedback',
    );
  }
  const trace = <T extends object>(port: T, name: string) => traced(port, { name, logger, now: elapsed });

  const documentStore = trace(
    opened.use(openSqliteDocumentStore(join(config.dataDir, 'docent.db'))),
    'documents',
  );
  const memoryStore = trace(
    opened.use(openSqliteKeyValueStore(join(config.dataDir, 'memory.db'), { durability: 'relaxed', now })),
    'memory',
  );
  const curationStore = trace(
    opened.use(openSqliteCurationStore(join(config.dataDir, 'curation.db'))),
    'curation',
  );
  const answered = trace(
    opened.use(openSqliteKeyValueStore(join(config.dataDir, 'idempotency.db'), { durability: 'fsync', now })),
    'idempotency',
  );
  const counters = trace(
    opened.use(createMemoryKeyValueStore({ now, entriesMax: COUNTERS_MAX })),
    'counters',
  );
  const originals = trace(await openOriginalFiles(config.dataDir), 'originals');
  await documentStore.recover(now());
  await originals.sweep(await documentStore.contentHashes());

  const embeddedIndex = opened.use(createEmbeddedIndex());
  const loadStartedAt = elapsed();
  await embeddedIndex.load(documentStore.liveChunks(), (await documentStore.embeddingModel())?.id);
  const { documents, chunks } = await embeddedIndex.statistics();
  logger.info('Index loaded', { documents, chunks, duration_ms: Math.round(elapsed() - loadStartedAt) });
  const searchIndex = trace(embeddedIndex, 'search index');

  const embeddingUpkeep = opened.use(
    createEmbeddingUpkeep({ documentStore, searchIndex, models: builtInModels, logger }),
  );
  await embeddingUpkeep.start();
  const preparer = opened.use(
    openParserPool({
      entry: new URL('./parser-process.ts', import.meta.url),
      processes: config.parserProcesses,
      timeoutMs: config.parseTimeoutMs,
      heapMb: PARSER_HEAP_MB,
      readable: [...PARSER_CODE, join(config.dataDir, 'originals')],
      logger,
      recognise: await openTextRecognition({ languages: config.ocrLanguages, logger }),
    }),
  );
  const guardedFetch = createGuardedFetch({
    allowedHosts: config.allowedHosts,
    timeoutMs: config.downloadTimeoutMs,
  });
  const provenance = createProvenance({ store: curationStore, documentStore, logger });
  await provenance.start();
  const publication = createPublication({
    documentStore,
    searchIndex,
    onChanged: provenance.documentChanged,
  });
  const originalUpkeep = createOriginalUpkeep({ documentStore, originals, logger });
  const changes = createDocumentChanges();
  const indexDocument = createIndexDocument({
    documentStore,
    originals,
    originalUpkeep,
    download: guardedFetch.download,
    preparer,
    embeddingUpkeep,
    publication,
    fileBytesMax: config.maxFileSizeMb * BYTES_PER_MB,
    now,
  });
  const workers = opened.use(
    startIngestWorkers({
      documentStore,
      indexDocument,
      changes,
      logger,
      now,
      random: Math.random,
      concurrency: config.ingestConcurrency,
    }),
  );
  const catalog = createCatalog({
    documentStore,
    originalUpkeep,
    publication,
    changes,
    workers,
    vetUrl: guardedFetch.vetUrl,
    logger,
    now,
    queueMax: config.queueLimit,
  });

  const decisions = opened.use(
    createDecisions({
      store: curationStore,
      documents: createAnswerDocuments({ catalog, originals }),
      documentStore,
      onApproved: provenance.recheck,
      logger,
    }),
  );
  await decisions.resume();
  const review = createReview({
    store: curationStore,
    documentStore,
    decisions,
    policy: config.reviewPolicy,
    logger,
    now,
    newId: randomUUID,
  });
  const answerLog = createAnswerLog({ store: memoryStore, logger });

  const retriever = createRetriever({
    searchIndex,
    documentStore,
    embeddingModel: () => embeddingUpkeep.current(),
  });
  const memory = createMemory({ store: memoryStore, ttlMs: config.memoryTtlSeconds * 1000, logger });
  const answerQuestion = withCuration(
    createAnswerQuestion({
      retriever,
      documentStore,
      approvedPassages: createApprovedPassages({ store: curationStore, documentStore, logger }),
      memory,
      logger,
      now: elapsed,
    }),
    { hold: review.hold, record: answerLog.record },
  );
  const server = await buildServer({
    version: VERSION,
    answerQuestion,
    memory,
    catalog,
    documentContent: createDocumentContent({ documentStore, originals }),
    originals,
    review,
    feedback: createFeedback({ store: curationStore, answerLog }),
    counters,
    answered,
    probes: {
      kv_store: async (signal) => {
        await Promise.all(
          [memoryStore, answered, curationStore, documentStore].map((store) => store.ping(signal)),
        );
      },
      vector_store: (signal) => searchIndex.ping(signal),
    },
    logger,
    now,
    settings: config,
  });
  // Disposed of first: no request may find a store closed.
  opened.defer(() => server.close());

  const owned = opened.move();
  return {
    logger,
    listen: () => server.listen({ host: config.host, port: config.port }),
    close: () => owned.disposeAsync(),
  };
}
