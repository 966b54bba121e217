import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { lockDataFolder } from '../adapters/files/data-folder-lock.ts';
import { openOriginalFiles } from '../adapters/files/original-files.ts';
import { openManifestFiles } from '../adapters/files/original-manifests.ts';
import { createMemoryKeyValueStore } from '../adapters/key-value/memory.ts';
import { parseRedisUrl } from '../adapters/key-value/redis-url.ts';
import { openSqliteKeyValueStore } from '../adapters/key-value/sqlite.ts';
import { createEmbeddedIndex } from '../adapters/search/embedded-index.ts';
import { createSoleLeader } from '../adapters/sole-leader.ts';
import type { OnMigration } from '../adapters/sqlite/database.ts';
import { openSqliteDocumentStore } from '../adapters/sqlite/documents/document-store.ts';
import {
  openSqliteAnswerStore,
  openSqliteCurationStore,
  openSqliteSourceStore,
} from '../adapters/sqlite/stores.ts';
import { openLogger } from '../adapters/telemetry/logger.ts';
import { traced } from '../adapters/telemetry/traced.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { Config } from '../settings/config.ts';
import { isShared } from '../settings/store-settings.ts';
import { DOCUMENT_DATABASE, refuseLostCatalogue } from './rebuild.ts';
import { createSavedIndex } from './saved-index.ts';
import { openSharedStores } from './shared-stores.ts';

/** Clients counted at the same time; about 20 MB. Beyond it the oldest counters start again. */
const COUNTERS_MAX = 100_000;

/** A cache of the search index in the data folder. */
const SAVED_INDEX = 'index.saved';

/** What the parts of the service are opened with. */
export interface Surroundings {
  /** Closes everything opened with it, last first. */
  readonly opened: AsyncDisposableStack;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds, monotonic. */
  readonly elapsed: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
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

/** Opens and recovers every store. */
export async function openStores(
  config: Config,
  parts: Pick<Surroundings, 'opened' | 'logger' | 'elapsed'> & { mayLead: boolean },
) {
  const { opened, elapsed, logger } = parts;
  const trace = <T extends object>(port: T, name: string) => traced(port, { name, logger, now: elapsed });
  const onMigration: OnMigration = (migration) =>
    logger.info('Migrating a database; earlier versions of Docent can no longer open it', {
      ...migration,
    });
  const stores = isShared(config)
    ? await openSharedStores(config, parts)
    : await openEmbeddedStores(config, { ...parts, onMigration });
  const { now } = stores;
  const keyValueStores = await openKeyValueStores(config, { opened, now, logger, onMigration });
  const documentStore = trace(stores.documentStore, 'documents');
  const curationStore = trace(stores.curationStore, 'curation');
  const answerStore = trace(stores.answerStore, 'answers');
  const sourceStore = trace(stores.sourceStore, 'sources');
  const memoryStore = trace(keyValueStores.memoryStore, 'memory');
  const answered = trace(keyValueStores.answered, 'idempotency');
  const counters = trace(keyValueStores.counters, 'counters');
  const originals = trace(stores.originals, 'originals');
  const manifests = trace(stores.manifests, 'manifests');
  const searchIndex = trace(stores.searchIndex, 'search index');
  await originals.clearStaging();

  return {
    ...{ documentStore, memoryStore, curationStore, answerStore, answered, counters, originals, manifests },
    ...{ sourceStore, searchIndex, now, leadership: opened.use(stores.leadership) },
    /** Settles when the index is filled from the stores; rejects when that fails. */
    loaded: stores.loaded,
    /** Holds the files that parsers read. */
    originalsFolder: stores.originalsFolder,
    probes: {
      kv_store: async (signal: AbortSignal) => {
        const pinged = [memoryStore, answered, answerStore, curationStore, sourceStore, documentStore];
        await Promise.all([...pinged.map((store) => store.ping(signal)), stores.pingOriginals(signal)]);
      },
      vector_store: (signal: AbortSignal) => searchIndex.ping(signal),
    },
  };
}

/** Opens the stores in the data folder, and starts to fill the index from them. */
async function openEmbeddedStores(
  config: Config,
  parts: Pick<Surroundings, 'opened' | 'logger' | 'elapsed'> & { onMigration: OnMigration },
) {
  const { opened, elapsed, logger, onMigration } = parts;
  const now = Date.now;
  const inFolder = (file: string) => join(config.dataDir, file);
  await refuseLostCatalogue(config.dataDir);
  const documentStore = opened.use(openSqliteDocumentStore(inFolder(DOCUMENT_DATABASE), { onMigration }));
  const curationStore = opened.use(openSqliteCurationStore(inFolder('curation.db'), { onMigration }));
  const answerStore = opened.use(openSqliteAnswerStore(inFolder('answers.db'), { onMigration }));
  const sourceStore = opened.use(openSqliteSourceStore(inFolder('sources.db'), { onMigration }));
  const originals = await openOriginalFiles(config.dataDir);
  await documentStore.recover(now());

  const searchIndex = opened.use(createEmbeddedIndex());
  // Disposed of when all that changes the index has ended.
  const savedIndex = opened.use(
    createSavedIndex({
      ...{ path: inFolder(SAVED_INDEX), documentStore, searchIndex, newToken: randomUUID, logger },
    }),
  );
  // Not awaited: the server listens meanwhile.
  const loaded = load();
  loaded.catch(() => {});
  async function load(): Promise<void> {
    const startedAt = elapsed();
    await savedIndex.load();
    if (opened.disposed) return;
    const { documents, chunks } = await searchIndex.statistics();
    logger.info('Index loaded', { documents, chunks, duration_ms: Math.round(elapsed() - startedAt) });
    void savedIndex.save();
  }
  return {
    ...{ documentStore, curationStore, answerStore, sourceStore, originals, searchIndex, now, loaded },
    manifests: openManifestFiles(config.dataDir),
    originalsFolder: inFolder('originals'),
    leadership: createSoleLeader(),
    pingOriginals: async () => {},
  };
}

/** What `KV_STORE` is about: one store on Redis for all of it, or a store on this machine for each. */
async function openKeyValueStores(
  config: Config,
  parts: Pick<Surroundings, 'opened' | 'logger' | 'now'> & { onMigration: OnMigration },
): Promise<Record<'memoryStore' | 'answered' | 'counters', KeyValueStore>> {
  const { opened, now, logger, onMigration } = parts;
  const address = parseRedisUrl(config.kvStore);
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
