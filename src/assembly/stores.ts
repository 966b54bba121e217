import { join } from 'node:path';
import { lockDataFolder } from '../adapters/data-folder-lock.ts';
import { createMemoryKeyValueStore } from '../adapters/key-value/memory.ts';
import { redisAddressOf } from '../adapters/key-value/redis-address.ts';
import { openSqliteKeyValueStore } from '../adapters/key-value/sqlite.ts';
import { openLogger } from '../adapters/logger.ts';
import { openOriginalFiles } from '../adapters/original-files.ts';
import { openManifestFiles } from '../adapters/original-manifests.ts';
import { createEmbeddedIndex } from '../adapters/search/embedded-index.ts';
import { createSoleLeader } from '../adapters/sole-leader.ts';
import { openSqliteAnswerStore } from '../adapters/sqlite/answers/answer-store.ts';
import { openSqliteCurationStore } from '../adapters/sqlite/curation/curation-store.ts';
import type { OnMigration } from '../adapters/sqlite/database.ts';
import { openSqliteDocumentStore } from '../adapters/sqlite/documents/document-store.ts';
import { traced } from '../adapters/traced.ts';
import type { Config } from '../config.ts';
import { answerLinks } from '../curation/provenance.ts';
import { sweepOriginals } from '../ingestion/original-sweep.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';
import { DOCUMENT_DATABASE, refuseLostCatalogue } from './rebuild.ts';

/** Clients counted at the same time; about 20 MB. Beyond it the oldest counters start again. */
const COUNTERS_MAX = 100_000;

interface Surroundings {
  /** Closes everything opened here, last first. */
  readonly opened: AsyncDisposableStack;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds, monotonic. */
  readonly elapsed: () => number;
}

/** Locks the data folder for this process and opens the log. */
export function openFolders(
  config: Config,
  { opened, logToConsole }: Pick<Surroundings, 'opened'> & { logToConsole: boolean },
) {
  opened.use(lockDataFolder(config.dataDir));
  return opened.use(
    openLogger({
      level: config.logLevel,
      format: config.logFormat,
      folder: config.logDir,
      output: logToConsole ? process.stdout : null,
    }),
  );
}

/** Opens and recovers every store, and builds the index from them. */
export async function openStores(
  config: Config,
  { opened, now, elapsed, logger }: Surroundings & { logger: Logger },
) {
  const trace = <T extends object>(port: T, name: string) => traced(port, { name, logger, now: elapsed });
  const inFolder = (file: string) => join(config.dataDir, file);
  await refuseLostCatalogue(config.dataDir);

  const onMigration: OnMigration = (migration) =>
    logger.info('Bringing a database up to date: an earlier Docent cannot open it any more', {
      ...migration,
    });
  const documentStore = trace(
    opened.use(openSqliteDocumentStore(inFolder(DOCUMENT_DATABASE), { onMigration })),
    'documents',
  );
  const keyValueStores = await openKeyValueStores(config, { opened, now, logger, onMigration });
  const memoryStore = trace(keyValueStores.memoryStore, 'memory');
  const curationStore = trace(
    opened.use(openSqliteCurationStore(inFolder('curation.db'), { onMigration })),
    'curation',
  );
  const answerStore = trace(
    opened.use(openSqliteAnswerStore(inFolder('answers.db'), { onMigration })),
    'answers',
  );
  const answered = trace(keyValueStores.answered, 'idempotency');
  const counters = trace(keyValueStores.counters, 'counters');
  const originals = trace(await openOriginalFiles(config.dataDir), 'originals');
  await documentStore.recover(now());
  // Those that an earlier version stored, or whose sources were deleted by it.
  const withdrawn = await documentStore.linkAnswers(answerLinks(await curationStore.ties()), now());
  if (withdrawn.length > 0)
    logger.info('Approved answers were withdrawn, as documents they rest on are gone', {
      doc_ids: withdrawn.map(({ docId }) => docId).join(' '),
    });
  const manifests = trace(openManifestFiles(config.dataDir), 'manifests');
  await originals.clearStaging();
  const undescribed = await sweepOriginals({ documentStore, originals, manifests, logger, now });

  const embeddedIndex = opened.use(createEmbeddedIndex());
  const loadStartedAt = elapsed();
  await embeddedIndex.load(documentStore.liveChunks(), (await documentStore.embeddingModel())?.id);
  const { documents, chunks } = await embeddedIndex.statistics();
  logger.info('Index loaded', { documents, chunks, duration_ms: Math.round(elapsed() - loadStartedAt) });
  const searchIndex = trace(embeddedIndex, 'search index');

  return {
    ...{ documentStore, memoryStore, curationStore, answerStore, answered, counters, originals, searchIndex },
    ...{ manifests, undescribed, leadership: opened.use(createSoleLeader()) },
    probes: {
      kv_store: async (signal: AbortSignal) => {
        await Promise.all(
          [memoryStore, answered, answerStore, curationStore, documentStore].map((store) =>
            store.ping(signal),
          ),
        );
      },
      vector_store: (signal: AbortSignal) => searchIndex.ping(signal),
    },
  };
}

/** What `KV_STORE` is about: one store on Redis for all of it, or a store on this machine for each. */
async function openKeyValueStores(
  config: Config,
  {
    opened,
    now,
    logger,
    onMigration,
  }: Pick<Surroundings, 'opened' | 'now'> & { logger: Logger; onMigration: OnMigration },
): Promise<Record<'memoryStore' | 'answered' | 'counters', KeyValueStore>> {
  const address = redisAddressOf(config.kvStore);
  if (address) {
    // Nobody else loads the library.
    const { openRedisKeyValueStore } = await import('../adapters/key-value/redis.ts');
    const store = opened.use(await openRedisKeyValueStore(address, { prefix: config.kvPrefix, logger, now }));
    return { memoryStore: store, answered: store, counters: store };
  }
  const inFile = (name: string, durability: 'fsync' | 'relaxed') =>
    opened.use(openSqliteKeyValueStore(join(config.dataDir, name), { durability, now, onMigration }));
  return {
    memoryStore: inFile('memory.db', 'relaxed'),
    answered: inFile('idempotency.db', 'fsync'),
    counters: opened.use(createMemoryKeyValueStore({ now, entriesMax: COUNTERS_MAX })),
  };
}

export type Stores = Awaited<ReturnType<typeof openStores>>;
