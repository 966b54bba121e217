import { existsSync, realpathSync } from 'node:fs';
import { createRequire, getCompileCacheDir } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGuardedFetch } from '../adapters/fetching/guarded-fetch.ts';
import { openParserPool } from '../adapters/parsing/parser-pool.ts';
import { openTextRecognition } from '../adapters/parsing/tesseract.ts';
import { createCatalog } from '../ingestion/catalog.ts';
import { createDocumentChanges } from '../ingestion/documents/document-changes.ts';
import { followStore } from '../ingestion/documents/follow-store.ts';
import type { EmbeddingUpkeep } from '../ingestion/embedding/embedding-upkeep.ts';
import { createIndexDocument } from '../ingestion/index-document.ts';
import { startIngestWorkers } from '../ingestion/jobs/ingest-worker.ts';
import { type AnalysisUpkeep, startAnalysisUpkeep } from '../ingestion/maintenance/analysis-upkeep.ts';
import { startSweeping } from '../ingestion/maintenance/original-sweep.ts';
import { createOriginalUpkeep } from '../ingestion/maintenance/original-upkeep.ts';
import { createPublication } from '../ingestion/publication.ts';
import type { Config } from '../settings/config.ts';
import { memoryShares } from './memory-budget.ts';
import type { Stores, Surroundings } from './stores.ts';

/** All that a parsing process reads besides the originals; packages may be symlinks, and above this one. */
const PARSER_CODE = [
  ...['../', '../../package.json'].map((path) => fileURLToPath(new URL(path, import.meta.url))),
  ...createRequire(import.meta.url)
    .resolve.paths('docent')!
    .filter((path) => basename(path) === 'node_modules' && existsSync(path)),
].flatMap((path) => [path, realpathSync(path)]);

/** Opens the ingestion pipeline; its workers run when this resolves. */
export async function openIngestion(
  config: Config,
  parts: Surroundings &
    Stores & {
      embeddingUpkeep: EmbeddingUpkeep;
      /** Documents ingested at the same time; 0 to leave it to other processes. */
      concurrency: number;
      /** Awaited after each change of a document's searchable content. */
      onChanged: (docId: string) => Promise<void>;
      /** Called when another process may have changed documents. */
      onChangedElsewhere: () => void;
      /** Receives the outcome of each ingest attempt. */
      onEnded: Parameters<typeof startIngestWorkers>[0]['onEnded'];
      audit: Parameters<typeof createCatalog>[0]['audit'];
    },
) {
  const { opened, documentStore, searchIndex, originals, manifests, leadership } = parts;
  const { embeddingUpkeep, logger, now } = parts;
  const compiled = getCompileCacheDir();
  const preparer = opened.use(
    openParserPool({
      entry: new URL('../parser-process.ts', import.meta.url),
      processes: config.parserProcesses,
      timeoutMs: config.parseTimeoutMs,
      heapMb: memoryShares(config).parserHeapMb,
      readable: [...PARSER_CODE, parts.originalsFolder],
      // Separate from the server's own cache, which no parser may write to.
      compiled: compiled && join(compiled, 'parsers'),
      logger,
      recognise: await openTextRecognition({
        ...{ languages: config.ocrLanguages, tessdataFolder: config.tessdataFolder, logger },
      }),
    }),
  );
  const guardedFetch = createGuardedFetch({
    allowedHosts: config.allowedHosts,
    timeoutMs: config.downloadTimeoutMs,
  });
  const changes = createDocumentChanges();
  const publication = opened.use(
    createPublication({
      documentStore,
      searchIndex,
      onChanged: async (docId) => {
        await parts.onChanged(docId);
        // It may have been renamed during its ingest.
        analysisUpkeep?.titleChanged();
      },
      holdModel: embeddingUpkeep.whilePublishing,
      logger,
    }),
  );
  const originalUpkeep = createOriginalUpkeep({ documentStore, originals, manifests, logger });
  await leadership.whileLeading('originals', () =>
    startSweeping({ documentStore, manifests, originalUpkeep, logger, now }),
  );
  const indexDocument = createIndexDocument({
    documentStore,
    originals,
    originalUpkeep,
    download: guardedFetch.download,
    preparer,
    embeddingUpkeep,
    publication,
    fileBytesMax: config.maxFileSizeMb * 2 ** 20,
    now,
  });
  const workers = opened.use(
    startIngestWorkers({
      documentStore,
      indexDocument,
      changes,
      onFailed: originalUpkeep.describeLater,
      onEnded: parts.onEnded,
      logger,
      now,
      random: parts.random,
      concurrency: parts.concurrency,
    }),
  );
  const { elapsed } = parts;
  let analysisUpkeep: AnalysisUpkeep | undefined;
  await leadership.whileLeading('analysis', async () => {
    analysisUpkeep = startAnalysisUpkeep({ documentStore, publication, embeddingUpkeep, logger, elapsed });
    return analysisUpkeep;
  });
  const noteElsewhere = () => {
    parts.onChangedElsewhere();
    workers.wake();
    analysisUpkeep?.titleChanged();
  };
  opened.use(
    followStore({
      ...{ documentStore, logger, onModel: embeddingUpkeep.open, onRequest: embeddingUpkeep.reembed },
      onDocument(docId) {
        changes.notify(docId);
        noteElsewhere();
      },
      onMissed() {
        changes.notifyAll();
        noteElsewhere();
      },
    }),
  );
  const catalog = createCatalog({
    documentStore,
    originalUpkeep,
    publication,
    changes,
    workers,
    onTitleChanged: () => analysisUpkeep?.titleChanged(),
    vetUrl: guardedFetch.vetUrl,
    audit: parts.audit,
    logger,
    now,
    queueMax: config.queueLimit,
  });
  return { catalog, changes, workers, guardedFetch };
}
