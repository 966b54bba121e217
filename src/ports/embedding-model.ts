import type { ChunkTerms } from './chunk.ts';

/**
 * Texts → unit vectors.
 *
 * ```ts
 * import type { EmbeddingModel } from './embedding-model.ts';
 *
 * const byLength: EmbeddingModel = {
 *   id: 'example/length',
 *   async embed(inputs) {
 *     return inputs.map(({ text }) => Float32Array.of(Math.cos(text.length), Math.sin(text.length)));
 *   },
 * };
 * const [vector] = await byLength.embed([{ text: '', terms: [], counts: [] }], { purpose: 'passage' });
 * console.log(vector!.join(' ')); // 1 0
 * ```
 */
export interface EmbeddingModel {
  /** Changes whenever vectors stop being comparable with earlier ones. */
  readonly id: string;
  /**
   * One unit vector per input, in order; a zero vector where the model knows nothing of the input, or declines this
   * passage while it accepts others.
   *
   * @throws {RefusedError} From a remote model: `model_busy` for what may pass, `model_failed` for what will not.
   * @throws {IngestFailure} When the number of its dimensions has changed.
   * @throws The signal's reason when `signal` aborts.
   */
  embed(
    inputs: readonly EmbeddingInput[],
    options: { purpose: 'question' | 'passage'; signal?: AbortSignal },
  ): Promise<Float32Array[]>;
  /** Compares an embedded question with parts of passages at once; only a model that needs no call can. */
  readonly comparePartsTo?: (question: Float32Array) => CompareParts;
}

/**
 * Undefined in a language whose words the model has not learned to compare.
 *
 * @param passage Immutable: what is computed of it alone is cached as long as it lives.
 * @param language ISO 639-1 code of the passage; null when unknown.
 */
export type CompareParts = (passage: PassageParts, language: string | null) => PartCosines | undefined;

export interface PassageParts {
  /** Index term of each token. */
  readonly terms: readonly string[];
  /** Number of each token's sentence, ascending from 0. */
  readonly sentences: Uint16Array;
  /** Of the title and the headings above the passage. */
  readonly headingTerms: readonly string[];
}

/** Cosines with a question: 0 where the model knows no word. */
export interface PartCosines {
  readonly heading: number;
  /** Of the nearest sentence. */
  readonly sentence: number;
}

/** Language models read the text; the built-in model reads the terms, so that each text is analysed only once. */
export interface EmbeddingInput extends ChunkTerms {
  readonly text: string;
  /** For a passage: title of its document. */
  readonly title?: string | null;
  /** For a passage: the path of its headings, joined by ` › `. */
  readonly section?: string | null;
}
