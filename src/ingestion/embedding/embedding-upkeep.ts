import type { EmbeddingModel } from '../../ports/embedding-model.ts';

/** Keeps the embedding model and the corpus's embeddings in sync. Disposing of it stops running work. */
export interface EmbeddingUpkeep extends AsyncDisposable {
  /** The model of the stored, searchable embeddings; undefined when there is none or it is unavailable. */
  current(): EmbeddingModel | undefined;
  /**
   * The model is not replaced until `work` has ended; several may publish at the same time.
   *
   * @throws The signal's reason when it aborts while a model is replaced: `work` has not begun then.
   */
  whilePublishing<T>(
    work: (model: EmbeddingModel | undefined) => Promise<T>,
    options?: { signal: AbortSignal },
  ): Promise<T>;
  /** Call after each change. */
  corpusChanged(): void;
  /** Opens the stored model, if any, unless it is open: call it at the start, and when another process has replaced it. */
  open(): Promise<void>;
  /** From now on until disposed of, the model is replaced when that is due. At most one process does so. */
  keepUp(): Promise<Disposable>;
  /**
   * Starts or resumes embedding all chunks again in the background; the old embeddings answer until it is done. Without
   * effect where another process keeps the model up.
   */
  reembed(): Promise<void>;
  /** Call when chunks have got other terms: a model that is learned from terms is learned again, in the background. */
  termsRenewed(): Promise<void>;
  progress(): Promise<EmbeddingProgress>;
}

export interface EmbeddingProgress {
  /** Id of the model of the embeddings in use. */
  readonly model: string | null;
  /** Chunks that this model declined while it accepted others: they are found by words only. */
  readonly declined: Declined;
  /** The embeddings that will replace them; null when no reindexing runs. */
  readonly reindexing: {
    /** Null while it is being trained. */
    readonly model: string | null;
    readonly embedded: number;
    readonly chunks: number;
    /** Those of the embedded chunks that the model declined while it accepted others. */
    readonly declined: Declined;
    /** `waiting`: to retry after a failure. */
    readonly state: 'running' | 'waiting';
  } | null;
}

/** Null when it declined none. */
type Declined = { readonly reason: 'text_declined'; readonly passages: number } | null;
