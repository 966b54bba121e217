import { setTimeout as sleep } from 'node:timers/promises';
import { createReaderWriterLock } from '../../concurrency/reader-writer-lock.ts';
import { asError } from '../../errors.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import type { StoredEmbeddingModel, UnembeddedChunk } from '../../ports/embedding-sets.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { embedMissing } from './embed-missing.ts';
import type { EmbeddingUpkeep } from './embedding-upkeep.ts';
import { embeddingDelayMs, isDeclined, patientEmbedding, warnOfDeclined } from './patient-embedding.ts';

/** Chunks read, embedded and written at a time: the most that a kill loses. */
const BATCH_CHUNKS = 64;
const PROGRESS_LOG_MS = 10_000;
/** Chunk ids in one log line. */
const TOLD_MAX = 10;

/** Opens the model, given the dimensions of its stored embeddings. */
type OpenModel = (options: { dimensions: number | undefined }) => EmbeddingModel;

interface Parts {
  readonly documentStore: Pick<
    DocumentStore,
    | 'embeddingModel'
    | 'beginEmbeddings'
    | 'begunEmbeddings'
    | 'unembeddedChunks'
    | 'addEmbeddings'
    | 'switchEmbeddings'
    | 'liveEmbeddings'
  >;
  readonly searchIndex: Pick<SearchIndex, 'replaceEmbeddings' | 'statistics'>;
  readonly wanted: { readonly stored: StoredEmbeddingModel; readonly open: OpenModel };
  /** Opens another model with stored embeddings; undefined when it is no longer available. */
  readonly reopen: (stored: StoredEmbeddingModel) => Promise<OpenModel | undefined>;
  readonly logger: Logger;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  readonly random: () => number;
}

/**
 * Keeps the embeddings of a model that reads texts. When the stored ones belong to another model, all chunks are
 * embedded again in the background, in durable batches, and then replace the old embeddings in one step. Until then the
 * old model answers and also embeds new documents; when it is unavailable, search uses words alone.
 */
export function createTextEmbeddingUpkeep(parts: Parts): EmbeddingUpkeep {
  const { documentStore, searchIndex, wanted, reopen, logger, now, random } = parts;
  const lock = createReaderWriterLock();
  const closing = new AbortController();
  const { signal } = closing;
  let model: EmbeddingModel | undefined;
  /** Already switched in the store, but not yet in the index. */
  let switched: EmbeddingModel | undefined;
  let running: Promise<void> | undefined;
  let embedded = 0;
  let declined = 0;
  let isWaiting = false;
  let failures = 0;
  let loggedAt = 0;
  let isKeptUp = false;

  function launch(): void {
    if (running || signal.aborted) return;
    running = untilDone().finally(() => {
      running = undefined;
    });
  }

  async function untilDone(): Promise<void> {
    for (failures = 0; !signal.aborted; ) {
      try {
        return await reindex();
      } catch (error) {
        if (signal.aborted) return;
        failures++;
        isWaiting = true;
        const waitMs = embeddingDelayMs(error, { attempt: failures, random: random() });
        logger.warn('Re-indexing waits', { ...fields(), wait_ms: waitMs, error: asError(error) });
        await sleep(waitMs, undefined, { signal }).catch(() => undefined);
        isWaiting = false;
      }
    }
  }

  async function reindex(): Promise<void> {
    if (switched) return lock.exclusive(putIntoIndex, { signal });
    const begun = await documentStore.begunEmbeddings();
    const goesOn = begun?.modelId === wanted.stored.id;
    if (!goesOn) await documentStore.beginEmbeddings(wanted.stored);
    embedded = goesOn ? begun.embedded : 0;
    declined = goesOn ? begun.declined : 0;
    const next = wanted.open({ dimensions: goesOn ? begun.dimensions : undefined });
    const { chunks } = await searchIndex.statistics();
    if (chunks > 0)
      logger.info(goesOn ? 'Re-indexing goes on' : 'Re-indexing begins', { ...fields(), chunks });
    await embedAll(next);
    await lock.exclusive(
      async () => {
        // Documents published in the last moment; no more can come in now.
        await embedAll(next);
        await documentStore.switchEmbeddings();
        switched = next;
        await putIntoIndex();
      },
      { signal },
    );
    if (chunks > 0) logger.info('Re-indexing done', { ...fields(), chunks });
  }

  const embedAll = (next: EmbeddingModel) =>
    embedMissing(next, { documentStore, limit: BATCH_CHUNKS, signal, onBatch: note });

  async function note(
    chunks: readonly UnembeddedChunk[],
    embeddings: readonly Float32Array[],
  ): Promise<void> {
    noteDeclined(chunks.filter((_, i) => isDeclined(embeddings[i]!)));
    embedded += chunks.length;
    failures = 0;
    if (now() - loggedAt < PROGRESS_LOG_MS) return;
    loggedAt = now();
    logger.info('Re-indexing', { ...fields(), chunks: (await searchIndex.statistics()).chunks });
  }

  function noteDeclined(chunks: readonly UnembeddedChunk[]): void {
    declined += chunks.length;
    const chunkIds = chunks.slice(0, TOLD_MAX).map(({ chunkId }) => chunkId);
    warnOfDeclined(chunks.length, { model: wanted.stored.id, logger, chunkIds });
  }

  /** The old model answers until the index has changed; if that fails, search uses words alone until the retry. */
  async function putIntoIndex(): Promise<void> {
    try {
      await searchIndex.replaceEmbeddings(wanted.stored.id, documentStore.liveEmbeddings());
      model = switched;
      switched = undefined;
    } catch (error) {
      model = undefined;
      throw error;
    }
  }

  async function keptDimensions(): Promise<number | undefined> {
    for await (const { embedding } of documentStore.liveEmbeddings()) return embedding.length;
    return undefined;
  }

  const fields = () => ({ model: wanted.stored.id, embedded });

  return {
    current: () => model,
    whilePublishing: (work, options) =>
      lock.shared(
        // A document that waits for the model before must not keep the next one from replacing it.
        (isAwaited) => work(model && patientEmbedding(model, { isAwaited, logger, now, random })),
        options,
      ),
    corpusChanged() {},
    // The model reads texts.
    async termsRenewed() {},

    async open() {
      const stored = await documentStore.embeddingModel();
      if (!stored || stored.id === model?.id) return;
      const dimensions = await keptDimensions();
      const isWanted = stored.id === wanted.stored.id;
      const opened = isWanted ? wanted.open : await reopen(stored);
      model = opened?.({ dimensions });
      if (!model)
        logger.warn('Searching by words until all is embedded, as the model before cannot be had', {
          model: stored.id,
        });
    },

    async keepUp() {
      const stored = await documentStore.embeddingModel();
      const isReplaced = stored?.id === wanted.stored.id;
      // Nothing to embed: even the first document uses the new model.
      if (!isReplaced && (await searchIndex.statistics()).chunks === 0) await reindex();
      else if (!isReplaced || (await documentStore.begunEmbeddings())?.modelId === stored.id) launch();
      isKeptUp = true;
      return {
        [Symbol.dispose]() {
          isKeptUp = false;
        },
      };
    },

    async reembed() {
      if (isKeptUp) launch();
    },

    async progress() {
      const { chunks, embedded: searched } = await searchIndex.statistics();
      const done = { embedded: Math.min(embedded, chunks), declined };
      return {
        modelId: model?.id ?? null,
        declined: model?.id === wanted.stored.id ? Math.max(0, chunks - searched) : 0,
        reindexing: running ? { modelId: wanted.stored.id, chunks, ...done, isWaiting } : null,
      };
    },

    async [Symbol.asyncDispose]() {
      closing.abort(new Error('Embedding upkeep is closing'));
      await running?.catch(() => undefined);
    },
  };
}
