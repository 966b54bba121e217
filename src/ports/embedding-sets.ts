import type { ChunkId } from './chunk.ts';
import type { EmbeddingInput } from './embedding-model.ts';
import type { ChunkEmbedding } from './search-index.ts';

/** The searched embeddings of live chunks, and those that will replace them. */
export interface EmbeddingSets {
  /** The fitted embedding model that the stored embeddings belong to; undefined before the first. */
  embeddingModel(): Promise<StoredEmbeddingModel | undefined>;
  /**
   * Begins a set of embeddings by a model, which replaces the searched ones when it is complete. A set that was begun
   * before is continued if it is by the same model, else dropped.
   */
  beginEmbeddings(model: StoredEmbeddingModel): Promise<void>;
  /** The set that was begun and not yet switched to; it survives a restart. */
  begunEmbeddings(): Promise<BegunEmbeddings | undefined>;
  /**
   * Live chunks without an embedding in the begun set, at most `limit`, in order of `position`; none when none is left.
   *
   * @param page.after Only after this position.
   */
  unembeddedChunks(page: { after: number; limit: number }): Promise<UnembeddedChunk[]>;
  /** Adds to the begun set; chunks that are no longer live are skipped. */
  addEmbeddings(embeddings: readonly ChunkEmbedding[]): Promise<void>;
  /** The begun set replaces the searched embeddings in one step. */
  switchEmbeddings(): Promise<void>;
  /** The searched embeddings of live chunks. */
  liveEmbeddings(): AsyncIterable<ChunkEmbedding>;
}

export interface StoredEmbeddingModel {
  readonly id: string;
  readonly payload: Uint8Array;
}

export interface BegunEmbeddings {
  readonly modelId: string;
  readonly embedded: number;
  /** Of them: zero vectors. */
  readonly declined: number;
  /** Dimensions of the vectors; undefined before the first. */
  readonly dimensions: number | undefined;
}

export interface UnembeddedChunk extends EmbeddingInput {
  readonly chunkId: ChunkId;
  /** > 0; only its order has a meaning. */
  readonly position: number;
}
