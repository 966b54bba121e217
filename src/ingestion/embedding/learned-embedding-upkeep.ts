import { linkedSignal } from '../../concurrency/deadline.ts';
import { asError } from '../../errors.ts';
import type { ChunkTerms } from '../../ports/chunk.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { LearnedModel, LearnedModels } from '../../ports/learned-models.ts';
import type { Logger } from '../../ports/logger.ts';
import type { EmbeddingUpkeep } from './embedding-upkeep.ts';
import { createModelReplacement, type ReplacementStores } from './model-replacement.ts';

/** A smaller corpus has the initial model, as it grows so fast that each fit would soon be out of date. */
const CHUNKS_MIN = 20;
/** Maximum chunks that a model is trained on, evenly spread over the corpus; the others are only embedded. */
const ROWS_MAX = 6_000;
/** A model is retrained when the corpus has grown by this factor. */
const GROWTH = 1.5;
/** During an ingest, only this growth is worth the interruption. */
const GROWTH_WHILE_BUSY = 8;
/**
 * An ingest counts as over after this time without a change; during one, growth is checked at this interval. A model
 * trained in the middle of a short ingest is discarded at its end, and takes a processor meanwhile.
 */
const QUIET_MS = 1_000;
const BUSY_MS = 20_000;
const BATCH_CHUNKS = 256;
const REFIT_TIMEOUT_MS = 10 * 60_000;
/** Until a failed fit is tried again without growth: doubled with each failure, up to an hour. */
const RETRY_MS = 60_000;
const RETRY_DOUBLINGS_MAX = 6;

interface Parts extends ReplacementStores {
  readonly documentStore: ReplacementStores['documentStore'] & Pick<DocumentStore, 'liveChunks'>;
  readonly models: LearnedModels;
  readonly logger: Logger;
  readonly quietMs?: number;
  readonly busyMs?: number;
  readonly retryMs?: number;
}

/** Upkeep of the built-in model, which is retrained in the background when the corpus has grown enough. */
export function createLearnedEmbeddingUpkeep(parts: Parts): EmbeddingUpkeep & { refit: () => Promise<void> } {
  const { documentStore, searchIndex, models, logger, quietMs = QUIET_MS, busyMs = BUSY_MS } = parts;
  const { retryMs = RETRY_MS } = parts;
  const replacement = createModelReplacement(parts);
  const { signal: closing, current } = replacement;
  /** Corpus size at the last fit, failed ones included: growth is relative to it. */
  let triedAtChunks = 0;
  /** The model in use, or the next one. */
  let learned: LearnedModel | undefined;
  let quietTimer: NodeJS.Timeout | undefined;
  let busyTimer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  /** Fits that have failed since the last one that did not. */
  let failures = 0;

  function corpusChanged(): void {
    if (closing.aborted || !replacement.isKeptUp()) return;
    clearTimeout(quietTimer);
    quietTimer = setTimeout(() => {
      clearTimeout(busyTimer);
      busyTimer = undefined;
      void refitWhenDue(GROWTH);
    }, quietMs).unref();
    busyTimer ??= setTimeout(() => {
      busyTimer = undefined;
      void refitWhenDue(GROWTH_WHILE_BUSY);
    }, busyMs).unref();
  }

  async function refitWhenDue(growth: number): Promise<void> {
    if (replacement.isRunning()) return;
    const fittedAtChunks = triedAtChunks;
    try {
      const { chunks } = await searchIndex.statistics();
      const dueAt = Math.max(triedAtChunks, CHUNKS_MIN / GROWTH) * growth;
      const isWithoutModel = chunks > 0 && chunks < CHUNKS_MIN && !current();
      if (chunks < dueAt && !isWithoutModel && !(await isUnsuitable())) return;
      if (replacement.isRunning() || closing.aborted) return;
      triedAtChunks = chunks;
      await refit();
      // Documents added meanwhile may have made the next fit due.
      corpusChanged();
    } catch (error) {
      if (closing.aborted) return;
      const waitMs = retryMs * 2 ** Math.min(failures++, RETRY_DOUBLINGS_MAX);
      logger.warn('Embedding model not learned; retrying later, or when the corpus has grown', {
        wait_ms: waitMs,
        error: asError(error),
      });
      clearTimeout(retryTimer);
      retryTimer = setTimeout(async () => {
        await replacement.settled();
        if (failures === 0) return;
        triedAtChunks = Math.min(triedAtChunks, fittedAtChunks);
        await refitWhenDue(GROWTH);
      }, waitMs).unref();
    }
  }

  /** Documents in another language have come, or Docent has learned that language since. */
  async function isUnsuitable(): Promise<boolean> {
    return current() !== undefined && failures === 0 && !learned!.suits(await documentStore.languages());
  }

  async function reembed(): Promise<void> {
    if (replacement.isKeptUp()) void refit().catch(warned('Embedding model not learned'));
  }

  function warned(message: string) {
    return (error: unknown) => closing.aborted || logger.warn(message, { error: asError(error) });
  }

  /** The first documents are embedded at once, so that an answer right after an upload does not differ from a later one. */
  async function haveInitialModel(): Promise<void> {
    if (current() || !replacement.isKeptUp()) return;
    const { chunks } = await searchIndex.statistics();
    if (chunks < CHUNKS_MIN) await refit().catch(warned('Documents are searched by words alone'));
  }

  /**
   * Trains a model on the present corpus and replaces all embeddings, whatever the growth; joins a running one. A small
   * corpus gets the initial model.
   *
   * @throws What the fit or a store throws; the old model stays, unless the index itself failed.
   */
  const refit = () => replacement.run(learnAndReplace);

  async function learnAndReplace(): Promise<void> {
    using limited = linkedSignal([closing], {
      afterMs: REFIT_TIMEOUT_MS,
      reason: () => new Error(`It took longer than ${REFIT_TIMEOUT_MS} ms`),
    });
    const { signal } = limited;
    const { chunks: corpusChunks } = await searchIndex.statistics();
    const languages = await documentStore.languages();
    const payload =
      corpusChunks < CHUNKS_MIN
        ? models.initial(languages)
        : await models.fit(sampleRows(corpusChunks), { corpusChunks, languages, signal });
    const next = models.open(payload);
    const stored = { id: next.id, payload };
    await replacement.replaceBy({ stored, open: () => next, batchChunks: BATCH_CHUNKS }, signal);
    learned = next;
    triedAtChunks = corpusChunks;
    failures = 0;
    clearTimeout(retryTimer);
    logger.info('Embedding model replaced', {
      model: next.id,
      dimensions: next.dimensions,
      fitted_to_chunks: next.corpusChunks,
      chunks: corpusChunks,
    });
  }

  /** Evenly spread over the stream, so that every document has its share. */
  async function* sampleRows(corpusChunks: number): AsyncGenerator<ChunkTerms> {
    const wanted = Math.min(ROWS_MAX, corpusChunks);
    const sampledOf = (seen: number) => Math.min(wanted, Math.floor((seen * wanted) / corpusChunks));
    let seen = 0;
    for await (const { chunks } of documentStore.liveChunks())
      for (const chunk of chunks) if (sampledOf(++seen) > sampledOf(seen - 1)) yield chunk;
  }

  return {
    current,

    async whilePublishing(work, options) {
      await haveInitialModel();
      return await replacement.whilePublishing(work, options);
    },

    corpusChanged,
    refit,

    reembed,

    async termsRenewed() {
      // One that runs may have read the terms before.
      await replacement.settled();
      await reembed();
    },

    async progress() {
      const { chunks } = await searchIndex.statistics();
      const reindexing = replacement.isRunning()
        ? ({ model: null, embedded: 0, chunks, declined: null, state: 'running' } as const)
        : null;
      return { model: current()?.id ?? null, declined: null, reindexing };
    },

    open: () =>
      replacement.open(async (stored) => {
        try {
          const opened = models.open(stored.payload);
          if (opened.id !== stored.id) throw new Error(`Stored as ${stored.id}, it reads as ${opened.id}`);
          learned = opened;
          triedAtChunks = opened.corpusChunks;
          return opened;
        } catch (error) {
          // The usual reason is a change back from a provider's model.
          logger.warn('Searching by words until a model is learned, as the stored one is not usable', {
            model: stored.id,
            error: asError(error),
          });
          return undefined;
        }
      }),

    async keepUp() {
      const kept = replacement.keepUp();
      corpusChanged();
      return kept;
    },

    async [Symbol.asyncDispose]() {
      clearTimeout(quietTimer);
      clearTimeout(busyTimer);
      clearTimeout(retryTimer);
      await replacement[Symbol.asyncDispose]();
    },
  };
}
