import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithin, untilAborted } from '../../concurrency/deadline.ts';
import { createNotifier } from '../../concurrency/notifier.ts';
import { asError } from '../../errors.ts';
import type { AnalysedDocuments } from '../../ports/analysed-documents.ts';
import type { ChunkTerms } from '../../ports/chunk.ts';
import type { DocumentRecord } from '../../ports/document.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Logger } from '../../ports/logger.ts';
import { ANALYSIS_VERSION } from '../../text/analysis-version.ts';
import { detectLanguage } from '../../text/language.ts';
import type { EmbeddingUpkeep } from '../embedding/embedding-upkeep.ts';
import { chunkTerms } from '../preparing/chunk-terms.ts';
import type { Publication, RenewedTerms } from '../publication.ts';

const PAGE_DOCUMENTS = 200;
/** Chunks read at a time: 128,000 characters at most. */
const PAGE_CHUNKS = 64;
/** The language of a longer text is detected from this much of it, in UTF-16 units: about 10 ms. */
const TEXT_UNITS_MAX = 1_000_000;
/** How long it works before it pauses; a request that arrives meanwhile waits for it. */
const SLICE_MS = 5;
/** Pause for each millisecond of work: at most half of a processor, and a tenth while documents wait or are ingested. */
const REST = { idle: 1, busy: 9 };
const REST_MAX_MS = 500;
const PROGRESS_LOG_MS = 10_000;
const FIRST_RETRY_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;

/** How many documents failed, and why one of them did. */
interface Failure {
  readonly documents: number;
  readonly error: unknown;
}

interface Parts {
  readonly documentStore: Pick<
    DocumentStore,
    Exclude<keyof AnalysedDocuments, 'replaceTerms'> | 'get' | 'listChunks' | 'text' | 'statusCounts'
  >;
  readonly publication: Pick<Publication, 'renewTerms'>;
  readonly embeddingUpkeep: Pick<EmbeddingUpkeep, 'termsRenewed'>;
  readonly logger: Logger;
  /** Milliseconds, monotonic. */
  readonly elapsed: () => number;
  readonly analysis?: number;
  readonly firstRetryMs?: number;
}

export type AnalysisUpkeep = ReturnType<typeof startAnalysisUpkeep>;

/**
 * Renews the terms of documents that an earlier version of the analysis made, from their stored chunks: one document
 * after another in the background, while the old terms are searched. Each is recorded when it is done, so that a kill
 * costs one document. Nothing is parsed, no version changes, and embeddings of texts stay. When terms have changed for
 * another analysis, the model that is trained on terms is trained again at the end. Disposing of it stops it; the next
 * start resumes.
 */
export function startAnalysisUpkeep(parts: Parts) {
  const { documentStore, publication, embeddingUpkeep, logger, elapsed } = parts;
  const { analysis = ANALYSIS_VERSION, firstRetryMs = FIRST_RETRY_MS } = parts;
  const closing = new AbortController();
  const { signal } = closing;
  let renewed = 0;
  let changed = 0;
  let loggedAt = elapsed();
  let sliceBeganAt = elapsed();
  let rest = REST.idle;
  const titles = createNotifier();
  let titleChanged = titles.next();

  /** First documents of other analyses, then documents that get another title while this runs. */
  async function run(): Promise<void> {
    await untilDone(renewAll);
    for (;;) {
      await untilAborted(titleChanged, signal);
      await untilDone(() => renewOutdated('title'));
    }
  }

  async function untilDone(renew: () => Promise<Failure | undefined>): Promise<void> {
    for (let retryMs = firstRetryMs; ; retryMs = Math.min(2 * retryMs, RETRY_MAX_MS)) {
      titleChanged = titles.next();
      const failure = await renew().catch((error: unknown) => ({ documents: 0, error }));
      if (signal.aborted || !failure) return;
      const { documents, error } = failure;
      logger.warn('Search terms could not be renewed; retrying', {
        ...{ documents, retry_ms: retryMs, error: asError(error) },
      });
      await endsWithin(titleChanged, retryMs, { signal });
    }
  }

  async function renewAll(): Promise<Failure | undefined> {
    const failure = await renewOutdated('analysis');
    // Even after a failure: the other documents have new terms.
    if (changed > 0 || (await documentStore.haveEmbeddingsOldTerms())) await embeddingUpkeep.termsRenewed();
    changed = 0;
    return failure;
  }

  async function renewOutdated(reason: RenewedTerms['reason']): Promise<Failure | undefined> {
    const documents = await documentStore.countOtherAnalyses(analysis);
    if (documents === 0) return undefined;
    const startedAt = elapsed();
    logger.info('Renewing the search terms of documents', { documents, analysis, reason });
    renewed = 0;
    let failure: Failure | undefined;
    for await (const docId of outdated()) {
      try {
        await renew(docId, reason);
        countRenewed(documents);
      } catch (error) {
        signal.throwIfAborted();
        failure = { documents: (failure?.documents ?? 0) + 1, error };
      }
    }
    const durationMs = Math.round(elapsed() - startedAt);
    logger.info('Search terms of documents renewed', { renewed, changed, duration_ms: durationMs });
    return failure;
  }

  async function* outdated(): AsyncGenerator<string> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page = await documentStore.otherAnalyses({ analysis, after, limit: PAGE_DOCUMENTS });
      yield* page.docIds;
      after = page.last;
    }
  }

  async function renew(docId: string, reason: RenewedTerms['reason']): Promise<void> {
    const { queued, processing } = await documentStore.statusCounts();
    rest = queued + processing > 0 ? REST.busy : REST.idle;
    const record = await documentStore.get(docId);
    // Deleted meanwhile, or withdrawn.
    if (record?.liveVersion == null) return;
    const language = await languageOf(record);
    const terms = await termsOf(record, language);
    const { liveVersion: version, title } = record;
    const of = { version, title, language, analysis, terms, reason };
    changed += await publication.renewTerms(docId, of, { signal });
    await yieldIfDue();
  }

  /** Detected in the stored text up to the end of the last chunk; unchanged when no text is stored. */
  async function languageOf({ docId, chunks, language }: DocumentRecord): Promise<string | null> {
    const last = await documentStore.listChunks(docId, { limit: 1, after: chunks - 2 });
    const to = Math.min(last?.chunks.at(-1)?.end ?? 0, TEXT_UNITS_MAX);
    const found = await documentStore.text(docId, { from: 0, to });
    return found && found.text !== '' ? detectLanguage(found.text) : language;
  }

  async function termsOf({ docId, title }: DocumentRecord, language: string | null): Promise<ChunkTerms[]> {
    const terms: ChunkTerms[] = [];
    for (let after: number | undefined = -1; after !== undefined; ) {
      const page = await documentStore.listChunks(docId, { after, limit: PAGE_CHUNKS });
      for (const chunk of page?.chunks ?? []) {
        terms.push(chunkTerms(chunk, { title, language, chunks: page!.total }));
        await yieldIfDue();
      }
      after = page?.nextAfter;
    }
    return terms;
  }

  /** @throws The signal's reason when it is disposed of. */
  async function yieldIfDue(): Promise<void> {
    signal.throwIfAborted();
    const workedMs = elapsed() - sliceBeganAt;
    if (workedMs < SLICE_MS) return;
    await sleep(Math.min(REST_MAX_MS, rest * workedMs), undefined, { signal });
    sliceBeganAt = elapsed();
  }

  function countRenewed(documents: number): void {
    renewed++;
    if (elapsed() - loggedAt < PROGRESS_LOG_MS) return;
    loggedAt = elapsed();
    logger.info('Renewing the search terms of documents', { documents, renewed });
  }

  const running = run().catch(() => undefined);
  return {
    /** Call when a title may have changed: the terms of documents with another title are renewed in the background. */
    titleChanged: titles.notify,
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('Analysis upkeep is closing'));
      await running;
    },
  };
}
