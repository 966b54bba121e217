import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../../errors.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import type { StoredEmbeddingModel, UnembeddedChunk } from '../../ports/embedding-sets.ts';
import type { Logger } from '../../ports/logger.ts';
import type { EmbeddingUpkeep } from './embedding-upkeep.ts';
import { createModelReplacement, type ReplacementStores } from './model-replacement.ts';
import { embeddingDelayMs, isDeclined, patientEmbedding, warnOfDeclined } from './patient-embedding.ts';

const BATCH_CHUNKS = 64;
const PROGRESS_LOG_MS = 10_000;
/** Chunk ids in one log line. */
const LOGGED_MAX = 10;

/** Opens the model, given the dimensions of its stored embeddings. */
type OpenModel = (options: { dimensions: number | undefined }) => EmbeddingModel;

interface Parts extends ReplacementStores {
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
 * embedded again in the background. When the old model is unavailable meanwhile, search uses words alone.
 */
export function createTextEmbeddingUpkeep(parts: Parts): EmbeddingUpkeep {
  const { documentStore, searchIndex, wanted, reopen, logger, now, random } = parts;
  const replacement = createModelReplacement(parts);
  const { signal, current } = replacement;
  let embedded = 0;
  let declined = 0;
  let state: 'running' | 'waiting' = 'running';
  let failures = 0;
  let loggedAt = 0;

  function launch(): void {
    if (!signal.aborted) void replacement.run(untilDone);
  }

  async function untilDone(): Promise<void> {
    for (failures = 0; !signal.aborted; ) {
      try {
        return await reindex();
      } catch (error) {
        if (signal.aborted) return;
        failures++;
        state = 'waiting';
        const waitMs = embeddingDelayMs(error, { attempt: failures, random: random() });
        logger.warn('Re-indexing waits', { ...fields(), wait_ms: waitMs, error: asError(error) });
        await sleep(waitMs, undefined, { signal }).catch(() => undefined);
        state = 'running';
      }
    }
  }

  async function reindex(): Promise<void> {
    const { chunks } = await searchIndex.statistics();
    await replacement.replaceBy({
      ...wanted,
      batchChunks: BATCH_CHUNKS,
      async onBegun(resumed) {
        ({ embedded, declined } = resumed ?? { embedded: 0, declined: 0 });
        if (chunks > 0)
          logger.info(resumed ? 'Re-indexing resumes' : 'Re-indexing begins', { ...fields(), chunks });
      },
      onBatch: note,
    });
    if (chunks > 0) logger.info('Re-indexing done', { ...fields(), chunks });
  }

  async function note(
    chunks: readonly UnembeddedChunk[],
    embeddings: readonly Float32Array[],
  ): Promise<void> {
    const refused = chunks.filter((_, i) => isDeclined(embeddings[i]!));
    declined += refused.length;
    const chunkIds = refused.slice(0, LOGGED_MAX).map(({ chunkId }) => chunkId);
    warnOfDeclined(refused.length, { model: wanted.stored.id, logger, chunkIds });
    embedded += chunks.length;
    failures = 0;
    if (now() - loggedAt < PROGRESS_LOG_MS) return;
    loggedAt = now();
    logger.info('Re-indexing', { ...fields(), chunks: (await searchIndex.statistics()).chunks });
  }

  async function storedDimensions(): Promise<number | undefined> {
    for await (const { embedding } of documentStore.liveEmbeddings()) return embedding.length;
    return undefined;
  }

  const fields = () => ({ model: wanted.stored.id, embedded });

  return {
    current,
    whilePublishing: (work, options) =>
      replacement.whilePublishing(
        // A document that waits for the old model must not keep the next one from replacing it.
        (model, isAwaited) => work(model && patientEmbedding(model, { isAwaited, logger, now, random })),
        options,
      ),
    corpusChanged() {},
    // The model reads texts.
    async termsRenewed() {},

    open: () =>
      replacement.open(async (stored) => {
        const open = stored.id === wanted.stored.id ? wanted.open : await reopen(stored);
        if (open) return open({ dimensions: await storedDimensions() });
        logger.warn('Searching by words until all is embedded, as the old model is not available', {
          model: stored.id,
        });
        return undefined;
      }),

    async keepUp() {
      const stored = await documentStore.embeddingModel();
      const isReplaced = stored?.id === wanted.stored.id;
      // Nothing to embed: even the first document uses the new model. The index may still load, so the store is asked.
      if (!isReplaced && (await documentStore.languages()).size === 0) await reindex();
      else if (!isReplaced || (await documentStore.begunEmbeddings())?.modelId === stored.id) launch();
      return replacement.keepUp();
    },

    async reembed() {
      if (replacement.isKeptUp()) launch();
    },

    async progress() {
      const { chunks, embedded: searched } = await searchIndex.statistics();
      const done = { embedded: Math.min(embedded, chunks), declined: declinedOf(declined), state };
      const model = current()?.id ?? null;
      return {
        model,
        declined: declinedOf(model === wanted.stored.id ? chunks - searched : 0),
        reindexing: replacement.isRunning() ? { model: wanted.stored.id, chunks, ...done } : null,
      };
    },

    [Symbol.asyncDispose]: () => replacement[Symbol.asyncDispose](),
  };
}

function declinedOf(passages: number) {
  return passages <= 0 ? null : ({ reason: 'text_declined', passages } as const);
}
