import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { databaseBytes } from './adapters/database-bytes.ts';
import { createModelUsage } from './adapters/models/model-usage.ts';
import { createAnswerQuestion } from './answering/answer-question.ts';
import { createAnswerCache } from './answering/composition/answer-cache.ts';
import { withAnswerCache } from './answering/composition/cached-composer.ts';
import { createComposer } from './answering/composition/composer.ts';
import { createMemory } from './answering/conversation/memory.ts';
import { withCuration } from './answering/curated-answers.ts';
import { createAnswerShares } from './answering/extraction/answer-shares.ts';
import { createPassageAnalyzer } from './answering/extraction/passage-analysis.ts';
import { createTraces } from './answering/traces.ts';
import { openIngestion } from './assembly/ingestion.ts';
import { openMetrics } from './assembly/metrics.ts';
import { openEmbeddingUpkeep, openRetriever, openWriter } from './assembly/models.ts';
import { openFolders, openStores } from './assembly/stores.ts';
import { type Config, shownSettings } from './config.ts';
import { createAnswerLog } from './curation/answer-log.ts';
import { createAnswerQuality } from './curation/answer-quality.ts';
import { createApprovedPassages } from './curation/approved-passages.ts';
import { createDecisions } from './curation/decisions.ts';
import { createExpiry } from './curation/expiry.ts';
import { createFeedback } from './curation/feedback.ts';
import { createProvenance } from './curation/provenance.ts';
import { questionKey } from './curation/question-key.ts';
import { createReview } from './curation/review.ts';
import { withAnswerMetrics } from './http/metrics/answer-metrics.ts';
import { buildServer } from './http/server.ts';
import { createAnswerDocuments } from './ingestion/answer-documents.ts';
import { createCorpusSummary } from './ingestion/corpus-summary.ts';
import { createDocumentContent } from './ingestion/document-content.ts';
import { createDocumentFeed } from './ingestion/document-feed.ts';
import { createReindex } from './ingestion/reindex.ts';
import type { Logger } from './ports/logger.ts';

export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;

/** Docent, assembled: every store is open and recovered, but the server does not listen yet. */
export interface App {
  readonly logger: Logger;
  /** @returns The base address, with the port in use. */
  listen(): Promise<string>;
  /** Finishes running work, within its bounds, and closes every store. Idempotent. */
  close(): Promise<void>;
}

/** @param options.logToConsole Whether log lines also go to standard output. */
export async function openApp(config: Config, options: { logToConsole: boolean }): Promise<App> {
  await using opened = new AsyncDisposableStack();
  const now = Date.now;
  const elapsed = () => performance.now();

  const logger = openFolders(config, { opened, logToConsole: options.logToConsole });
  if (config.apiKey === '') {
    logger.warn(
      'API_KEY is empty: everyone who reaches Docent may delete documents, review, and see feedback and settings',
    );
  }
  const stores = await openStores(config, { opened, now, elapsed, logger });
  const { documentStore, curationStore, originals, searchIndex } = stores;
  const modelUsage = createModelUsage({ prices: config.llmPrices });
  const metrics = config.metricsEnabled
    ? await openMetrics({ ...stores, opened, modelUsage, version: VERSION, logger, now })
    : undefined;
  const modelParts = {
    ...{ opened, documentStore, searchIndex, logger, now, elapsed },
    ...{ usage: modelUsage, random: Math.random },
  };
  const embeddingUpkeep = await openEmbeddingUpkeep(config, modelParts);
  const provenance = createProvenance({ store: curationStore, documentStore, logger });
  await provenance.start();
  const { catalog, publication, changes, workers } = await openIngestion(config, {
    ...{ opened, documentStore, searchIndex, originals, embeddingUpkeep, logger, now, random: Math.random },
    onChanged: provenance.documentChanged,
    onEnded: metrics?.ingestEnded,
  });
  const documentFeed = createDocumentFeed({ documentStore, publication, changes });
  const corpusSummary = createCorpusSummary({
    documentStore,
    databaseBytes: () => databaseBytes(config.dataDir),
    embeddingUpkeep,
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
  await opened.use(createExpiry({ store: curationStore, decisions, logger, now })).start();
  const answerCache =
    config.answerCacheSize === 0
      ? undefined
      : createAnswerCache({
          answersMax: config.answerCacheSize,
          ttlMs: config.answerCacheTtlSeconds * 1000,
          questionKey,
          now: elapsed,
        });
  const review = createReview({
    store: curationStore,
    documentStore,
    decisions,
    policy: config.reviewPolicy,
    onHeld: provenance.recheck,
    expiresDays: config.reviewExpiresDays,
    logger,
    now,
    newId: randomUUID,
    ...(answerCache && { onDecided: answerCache.forget }),
  });
  const answerLog = opened.use(createAnswerLog({ store: stores.answerStore, logger, now }));
  const answerQuality = createAnswerQuality({
    answerStore: stores.answerStore,
    curationStore,
    documentStore,
    prices: config.llmPrices,
    modelCalls: modelUsage.snapshot,
    now,
  });

  const analyse = createPassageAnalyzer();
  const answerShares = createAnswerShares(analyse);
  const retriever = await openRetriever(config, { ...modelParts, embeddingUpkeep, answerShares });
  const traces = createTraces({ logger, now });
  const memory = createMemory({ store: stores.memoryStore, ttlMs: config.memoryTtlSeconds * 1000, logger });
  const languageModel = await openWriter(config, modelParts);
  const newMarker = () => randomUUID().replaceAll('-', '').slice(-15);
  const composer = opened.use(
    languageModel && createComposer({ languageModel, settings: config, newMarker, memory, logger }),
  );
  const answerQuestion = withCuration(
    createAnswerQuestion({
      retriever,
      analyse,
      composer:
        composer && answerCache ? withAnswerCache(composer, { cache: answerCache, questionKey }) : composer,
      traces,
      escalationMessage: config.escalationMessage,
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
    answerQuestion: metrics ? withAnswerMetrics(answerQuestion, metrics.questionEnded) : answerQuestion,
    memory,
    catalog,
    documentFeed,
    corpusSummary,
    reindex: createReindex({ embeddingUpkeep, documentStore, workers, changes, logger, now }),
    documentContent: createDocumentContent({ documentStore, originals }),
    originals,
    review,
    feedback: createFeedback({ store: curationStore, answerLog }),
    answerQuality,
    traces,
    shownSettings: shownSettings(config),
    counters: stores.counters,
    answered: stores.answered,
    probes: stores.probes,
    metrics,
    logger,
    now,
    settings: config,
  });
  // Disposed first: no request may find a closed store.
  opened.defer(() => server.close());

  const owned = opened.move();
  return {
    logger,
    listen: () => server.listen({ host: config.host, port: config.port }),
    close: () => owned.disposeAsync(),
  };
}
