import { randomBytes, randomUUID } from 'node:crypto';
import { createAnswerQuota } from './access/answer-quota.ts';
import { createApiKeys } from './access/api-keys.ts';
import { createAuditLog } from './access/audit-log.ts';
import { bytesIn } from './adapters/files/bytes-in.ts';
import { createModelUsage } from './adapters/models/model-usage.ts';
import { withCuration } from './answering/record/curated-answers.ts';
import { createSharedConversations } from './answering/shared-conversations.ts';
import { openAnswering } from './assembly/answering.ts';
import { openCuration } from './assembly/curation.ts';
import { exposureWarning } from './assembly/exposure.ts';
import { openIngestion } from './assembly/ingestion.ts';
import { openMetrics } from './assembly/metrics.ts';
import { openEmbeddingUpkeep } from './assembly/models.ts';
import { openSources } from './assembly/sources.ts';
import { openFolders, openStores } from './assembly/stores.ts';
import { VERSION } from './assembly/version.ts';
import { notifyOfIngest, openWebhooks } from './assembly/webhooks.ts';
import { createProvenance, withdrawLostAnswers } from './curation/provenance.ts';
import { withAnswerMetrics } from './http/metrics/answer-metrics.ts';
import { buildServer } from './http/server.ts';
import { createCorpusSummary } from './ingestion/documents/corpus-summary.ts';
import { createDocumentContent } from './ingestion/documents/document-content.ts';
import { createDocumentFeed } from './ingestion/documents/document-feed.ts';
import { createEmbedTexts } from './ingestion/embedding/embed-texts.ts';
import { createReindex } from './ingestion/maintenance/reindex.ts';
import type { Logger } from './ports/logger.ts';
import { passagesChanged } from './retrieval/reranking/passage-cache.ts';
import { type Config, shownSettings } from './settings/config.ts';
import { pairsOf } from './settings/setting-kinds.ts';
import { isShared } from './settings/store-settings.ts';

/**
 * What a process does: all of it; or where the stores are shared, answer requests, or ingest and do what is done once.
 * With embedded stores `serve` does all of it as well.
 */
export type Role = 'run' | 'serve' | 'worker';

/** Docent, assembled: every store is open and recovered, but the server does not listen yet. */
export interface App {
  readonly logger: Logger;
  /** @returns The base URL, with the port in use; undefined for a worker, which does not listen. */
  listen(): Promise<string | undefined>;
  /** Settles when questions are answered; rejects when the search index cannot be loaded. */
  readonly loaded: Promise<void>;
  /** Finishes running work, within its bounds, and closes every store. Idempotent. */
  close(): Promise<void>;
}

/**
 * @param options.logToConsole Whether log lines also go to standard output.
 * @throws {Error} With a message for the operator, when the stores are not shared and a worker is to be opened.
 */
export async function openApp(config: Config, options: { role?: Role; logToConsole: boolean }): Promise<App> {
  const role = isShared(config) ? (options.role ?? 'run') : 'run';
  if (options.role === 'worker' && role !== 'worker')
    throw new Error(
      'Cannot work beside another Docent as the stores are embedded: set RECORD_STORE, VECTOR_STORE and FILE_STORE',
    );
  await using opened = new AsyncDisposableStack();
  const elapsed = () => performance.now();

  const logger = openFolders(config, { opened, logToConsole: options.logToConsole });
  const warning = exposureWarning(config);
  if (warning) logger.warn(warning);
  if (config.otlpEndpoint !== '') {
    // Nobody else loads the library.
    const { openTracing } = await import('./adapters/telemetry/open-telemetry.ts');
    opened.use(
      await openTracing({
        ...{ endpoint: config.otlpEndpoint, headers: pairsOf(config.otlpHeaders), version: VERSION },
        ...{ serviceName: config.otelServiceName, sampleRatio: config.traceSampleRatio },
      }),
    );
  }
  const stores = await openStores(config, { opened, elapsed, logger, mayLead: role !== 'serve' });
  const { documentStore, curationStore, originals, searchIndex, leadership, now } = stores;
  const modelUsage = createModelUsage({ prices: config.llmPrices });
  const metrics = config.metricsEnabled
    ? await openMetrics({ ...stores, opened, modelUsage, version: VERSION, logger, now })
    : undefined;
  const modelParts = {
    ...{ opened, documentStore, searchIndex, logger, now, elapsed },
    ...{ usage: modelUsage, random: Math.random },
  };
  const embeddingUpkeep = await openEmbeddingUpkeep(config, modelParts);
  await leadership.whileLeading('embeddings', embeddingUpkeep.keepUp);
  const provenance = createProvenance({ store: curationStore, documentStore, logger });
  await leadership.whileLeading('provenance', async () => {
    await withdrawLostAnswers({ ...stores, logger });
    await provenance.start();
    return undefined;
  });
  const auditLog = opened.use(createAuditLog({ store: curationStore, days: config.auditDays, logger, now }));
  const notify = await openWebhooks(config, { ...stores, opened, logger });
  const { catalog, changes, workers, guardedFetch } = await openIngestion(config, {
    ...stores,
    ...{ opened, embeddingUpkeep, logger, now, elapsed, random: Math.random },
    concurrency: role === 'serve' ? 0 : config.ingestConcurrency,
    onChanged: (docId) => {
      passagesChanged();
      return provenance.documentChanged(docId);
    },
    onChangedElsewhere: passagesChanged,
    audit: auditLog.record,
    onEnded: (outcome, docId) => {
      metrics?.ingestEnded(outcome);
      if (notify) void notifyOfIngest(docId, { notify, documentStore, logger });
    },
  });
  const sources = await openSources(config, { ...stores, catalog, guardedFetch, logger, now });
  const documentFeed = createDocumentFeed({ documentStore, changes });
  const corpusSummary = createCorpusSummary({
    documentStore,
    databaseBytes: () => bytesIn(config.dataDir),
    embeddingUpkeep,
  });

  const { review, feedback, answerLog, answerQuality } = await openCuration(config, {
    ...stores,
    ...{ opened, catalog, provenance, modelUsage, notify, logger, now },
  });
  const { memory, searchPassages, suggestQuestions, traces, ...answering } = await openAnswering(config, {
    ...{ ...stores, ...modelParts },
    embeddingUpkeep,
  });
  const curated = withCuration(answering.answerQuestion, { hold: review.hold, record: answerLog.record });
  const keys = createApiKeys({ store: curationStore, newId: randomUUID, randomBytes, logger, now });
  const server = await buildServer({
    version: VERSION,
    newUuid: randomUUID,
    answerQuestion: metrics ? withAnswerMetrics(curated, metrics.questionEnded) : curated,
    searchPassages,
    embedTexts: createEmbedTexts({ embeddingModel: () => embeddingUpkeep.current() }),
    suggestQuestions,
    sharedConversations: createSharedConversations({
      store: stores.memoryStore,
      days: config.sharedConversationDays,
      newUuid: randomUUID,
      now,
    }),
    memory,
    catalog,
    sources,
    documentStore,
    documentFeed,
    corpusSummary,
    reindex: createReindex({ embeddingUpkeep, documentStore, workers, changes, logger, now }),
    documentContent: createDocumentContent({ documentStore, originals }),
    originals,
    review,
    feedback,
    answerQuality,
    traces,
    keys,
    answerQuota: createAnswerQuota({ store: stores.memoryStore, logger, now }),
    auditLog,
    shownSettings: shownSettings(config),
    checkModel: async (kind, signal) => {
      const checks = await import('./assembly/model-check.ts');
      if (kind === 'language') return checks.checkLanguageModel(config, signal);
      return checks.checkEmbeddingModel(config, { builtIn: embeddingUpkeep.current(), signal });
    },
    counters: stores.counters,
    answered: stores.answered,
    probes: stores.probes,
    metrics,
    logger,
    now,
    settings: config,
  });
  // Its tasks use what is opened after the stores.
  opened.defer(() => leadership[Symbol.asyncDispose]());
  // Disposed first: no request may find a closed store.
  opened.defer(() => server.close());

  const owned = opened.move();
  return {
    logger,
    listen: async () =>
      role === 'worker' ? undefined : server.listen({ host: config.host, port: config.port }),
    loaded: stores.loaded,
    close: () => owned.disposeAsync(),
  };
}
