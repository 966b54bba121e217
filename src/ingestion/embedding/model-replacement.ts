import { createReaderWriterLock } from '../../concurrency/reader-writer-lock.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import type { StoredEmbeddingModel, UnembeddedChunk } from '../../ports/embedding-sets.ts';
import type { SearchIndex } from '../../ports/search-index.ts';

/** The stores of a replacement. */
export interface ReplacementStores {
  readonly documentStore: Pick<
    DocumentStore,
    | 'embeddingModel'
    | 'beginEmbeddings'
    | 'begunEmbeddings'
    | 'unembeddedChunks'
    | 'addEmbeddings'
    | 'switchEmbeddings'
    | 'liveEmbeddings'
    | 'languages'
  >;
  readonly searchIndex: Pick<SearchIndex, 'replaceEmbeddings' | 'statistics'>;
}

/** The model that replaces the one in use. */
interface NextModel {
  readonly stored: StoredEmbeddingModel;
  /** Opens it, given the dimensions of the embeddings that an interrupted replacement has made. */
  open(options: { dimensions: number | undefined }): EmbeddingModel;
  /** Chunks read, embedded and written at a time: the most that a kill loses. */
  readonly batchChunks: number;
  /** Called with what an interrupted replacement has made, before the rest is made. */
  onBegun?(resumed: { embedded: number; declined: number } | undefined): Promise<void>;
  /** Awaited after each batch. */
  onBatch?(chunks: readonly UnembeddedChunk[], embeddings: readonly Float32Array[]): Promise<void>;
}

/**
 * The embedding model in use, and its replacement: all chunks are embedded by the next model in durable batches, which
 * then replace the old embeddings in one step. Until then the old model answers and embeds new documents.
 */
export function createModelReplacement({ documentStore, searchIndex }: ReplacementStores) {
  const lock = createReaderWriterLock();
  const closing = new AbortController();
  let model: EmbeddingModel | undefined;
  /** Switched in the store already, but not yet in the index. */
  let switched: EmbeddingModel | undefined;
  let running: Promise<void> | undefined;
  let isKeptUp = false;

  /** The old model answers until the index has changed; if that fails, search uses words alone until a retry. */
  async function putIntoIndex(next: EmbeddingModel): Promise<void> {
    switched = next;
    try {
      await searchIndex.replaceEmbeddings(next.id, documentStore.liveEmbeddings());
      model = next;
      switched = undefined;
    } catch (error) {
      model = undefined;
      throw error;
    }
  }

  /** Embeds all chunks that the begun embeddings lack, batch by batch, each durable before the next. */
  async function embedMissing(opened: EmbeddingModel, next: NextModel, signal: AbortSignal): Promise<void> {
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const chunks = await documentStore.unembeddedChunks({ after, limit: next.batchChunks });
      const last = chunks.at(-1);
      if (!last) return;
      const embeddings = await opened.embed(chunks, { purpose: 'passage', signal });
      // A declined chunk is recorded as such, so that it is not retried for ever.
      await documentStore.addEmbeddings(
        chunks.map(({ chunkId }, i) => ({ chunkId, embedding: embeddings[i]! })),
      );
      after = last.position;
      await next.onBatch?.(chunks, embeddings);
    }
  }

  /** Resolves when no replacement runs any more, however it ended. */
  async function settled(): Promise<void> {
    await running?.catch(() => undefined);
  }

  return {
    /** Aborts when the replacement is closed. */
    signal: closing.signal,
    current: () => model,
    /** As `EmbeddingUpkeep.whilePublishing`; `isAwaited` aborts when a replacement waits for the end of `work`. */
    whilePublishing: <T>(
      work: (model: EmbeddingModel | undefined, isAwaited: AbortSignal) => Promise<T>,
      options?: { signal: AbortSignal },
    ) => lock.shared((isAwaited) => work(model, isAwaited), options),
    isRunning: () => running !== undefined,
    settled,
    isKeptUp: () => isKeptUp,
    keepUp(): Disposable {
      isKeptUp = true;
      return {
        [Symbol.dispose]() {
          isKeptUp = false;
        },
      };
    },

    /** Opens the stored model, unless it is open. */
    async open(
      openStored: (stored: StoredEmbeddingModel) => Promise<EmbeddingModel | undefined>,
    ): Promise<void> {
      const stored = await documentStore.embeddingModel();
      if (stored && stored.id !== model?.id) model = await openStored(stored);
    },

    /** Runs `work`, which replaces the model, or joins the running one. */
    run(work: () => Promise<void>): Promise<void> {
      running ??= work().finally(() => {
        running = undefined;
      });
      return running;
    },

    /** @throws What the model or a store throws; the old model stays, unless the index itself failed. */
    async replaceBy(next: NextModel, signal: AbortSignal = closing.signal): Promise<void> {
      const done = switched;
      if (done?.id === next.stored.id) return lock.exclusive(() => putIntoIndex(done), { signal });
      const begun = await documentStore.begunEmbeddings();
      const resumed = begun?.modelId === next.stored.id ? begun : undefined;
      if (!resumed) await documentStore.beginEmbeddings(next.stored);
      const opened = next.open({ dimensions: resumed?.dimensions });
      await next.onBegun?.(resumed);
      await embedMissing(opened, next, signal);
      await lock.exclusive(
        async () => {
          // Documents published in the last moment; no more can come in now.
          await embedMissing(opened, next, signal);
          await documentStore.switchEmbeddings();
          await putIntoIndex(opened);
        },
        { signal },
      );
    },

    async [Symbol.asyncDispose]() {
      closing.abort(new Error('Embedding upkeep is closing'));
      await settled();
    },
  };
}
