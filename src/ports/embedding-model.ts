import type { ChunkTerms } from './chunk.ts';

/** Texts → unit vectors. */
export interface EmbeddingModel {
  /** Changes whenever vectors stop being comparable with earlier ones. */
  readonly id: string;
  /**
   * One unit vector an input, in order; a zero vector where the model knows nothing of the input, or takes other
   * passages and declines this one.
   *
   * @throws {RefusedError} Of a model that is called elsewhere: `model_busy` for what may pass, `model_failed` for what
   *   will not.
   * @throws {IngestFailure} When its vectors have other dimensions than before.
   * @throws The signal's reason when `signal` aborts.
   */
  embed(
    inputs: readonly EmbeddingInput[],
    options: { purpose: 'question' | 'passage'; signal?: AbortSignal },
  ): Promise<Float32Array[]>;
}

/** A model of words reads the text; the built-in one reads the terms, which are analysed only once. */
export interface EmbeddingInput extends ChunkTerms {
  readonly text: string;
  /** Of a passage: of its document. */
  readonly title?: string | null;
  /** Of a passage: the path of its headings, joined by ` › `. */
  readonly section?: string | null;
}
