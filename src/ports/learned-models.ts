import type { ChunkTerms } from './chunk.ts';
import type { EmbeddingModel } from './embedding-model.ts';

/** Embedding models trained on the corpus itself. */
export interface LearnedModels {
  /**
   * @param options `corpusChunks` is how many chunks `rows` were sampled from, `languages` how many of them are in each.
   * @returns The payload for `open`.
   */
  fit(
    rows: Iterable<ChunkTerms> | AsyncIterable<ChunkTerms>,
    options: { corpusChunks: number; languages: ReadonlyMap<string, number>; signal: AbortSignal },
  ): Promise<Uint8Array>;
  /** The payload of the model before any fit. @param languages Number of chunks in each language. */
  initial(languages: ReadonlyMap<string, number>): Uint8Array;
  /** @throws When `payload` is not a model, or is one of another release. */
  open(payload: Uint8Array): LearnedModel;
}

/** Reads only the terms of its inputs. */
export interface LearnedModel extends EmbeddingModel {
  readonly dimensions: number;
  /** Chunks of the corpus at training time. */
  readonly corpusChunks: number;
  /** Whether it has the trained words of a corpus's languages. @param languages Number of chunks in each. */
  suits(languages: ReadonlyMap<string, number>): boolean;
}
