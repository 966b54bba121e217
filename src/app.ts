import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder } from './adapters/data-folder-lock.ts';
import { createGuardedFetch } from './adapters/guarded-fetch.ts';
import { openSqliteKeyValueStore } from './adapters/key-value/sqlite.ts';
import { openLogger } from './adapters/logger.ts';
import { builtInModels } from './adapters/models/built-in-models.ts';
import { openOriginalFiles } from './adapters/original-files.ts';
import { openParserPool } from './adapters/parsing/parser-pool.ts';
import { createEmbeddedIndex } from './adapters/search/embedded-index.ts';
import { openSqliteDocumentStore } from './adapters/sqlite/document-store.ts';
import { traced } from './adapters/traced.ts';
import { createAnswerQuestion } from './answering/answer-question.ts';
import { createMemory } from './answering/memory.ts';
import type { Config } from './config.ts';
import { buildServer } from './http/server.ts';
import { createCatalog } from './ingestion/catalog.ts';
import { createEmbeddingUpkeep } from './ingestion/embedding-upkeep.ts';
import { createIndexDocument } from './ingestion/index-document.ts';
import { startIngestWorkers } from './ingestion/ingest-worker.ts';
import { createPublication } from './ingestion/publication.ts';
import type { Logger } from './ports/logger.ts';
import { createRetriever } from './retrieval/retriever.ts';

const BYTES_PER_MB = 1_048_576;
/** Old-space limit of a parsing process. */
const PARSER_HEAP_MB = 512;

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
  const trace = <T extends object>(port: T, name: string) => traced(port, { name, logger, now: elapsed });

  const documentStore = trace(
    opened.use(openSqliteDocumentStore(join(config.dataDir, 'docent.db'))),
    'documents',
  );
  const memoryStore = trace(
    opened.use(openSqliteKeyValueStore(join(config.dataDir, 'memory.db'), { durability: 'relaxed', now })),
    'memory',
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
    }),
  );
  const guardedFetch = createGuardedFetch({
    allowedHosts: config.allowedHosts,
    timeoutMs: config.downloadTimeoutMs,
  });
  const publication = createPublication({ documentStore, searchIndex });
  const indexDocument = createIndexDocument({
    documentStore,
    originals,
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
      logger,
      now,
      random: Math.random,
      concurrency: config.ingestConcurrency,
    }),
  );
  const catalog = createCatalog({
    documentStore,
    originals,
    publication,
    workers,
    vetUrl: guardedFetch.vetUrl,
    logger,
    now,
    queueMax: config.queueLimit,
  });

  const retriever = createRetriever({
    searchIndex,
    documentStore,
    embeddingModel: () => embeddingUpkeep.current(),
  });
  const answerQuestion = createAnswerQuestion({
    retriever,
    documentStore,
    memory: createMemory({ store: memoryStore, ttlMs: config.memoryTtlSeconds * 1000, logger }),
    logger,
    now: elapsed,
  });
  const server = await buildServer({
    version: VERSION,
    answerQuestion,
    catalog,
    originals,
    probes: {
      kv_store: async (signal) => {
        await Promise.all([memoryStore.ping(signal), documentStore.ping(signal)]);
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
