import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChunkTerms } from '../../../ports/chunk.ts';
import type { EmbeddingModel } from '../../../ports/embedding-model.ts';
import { decodeLatentModel, type LatentModel, latentModelId } from './latent-model.ts';
import { termWeight } from './latent-semantic.ts';

/** Texts embedded before yielding: about 5 ms. */
const SLICE_TEXTS = 128;

/** A model trained on the corpus, with the corpus size at that time. */
export interface LatentEmbeddingModel extends EmbeddingModel {
  readonly dimensions: number;
  readonly corpusChunks: number;
}

/**
 * The built-in embedding model: a text's vector is the sum of its terms' learned vectors, normalised to length 1.
 *
 * @param payload As written by `encodeLatentModel`.
 * @throws {Error} When it is no such payload.
 */
export function openLatentEmbedding(payload: Uint8Array): LatentEmbeddingModel {
  const model = decodeLatentModel(payload);
  return {
    id: latentModelId(payload),
    dimensions: model.dimensions,
    corpusChunks: model.corpusChunks,
    async embed(inputs, { signal }) {
      const vectors: Float32Array[] = [];
      for (const input of inputs) {
        signal?.throwIfAborted();
        vectors.push(foldIn(model, input));
        if (vectors.length % SLICE_TEXTS === 0) await nextTurn();
      }
      return vectors;
    },
  };
}

function foldIn(
  { dimensions, rowOf, scales, codes }: LatentModel,
  { terms, counts }: ChunkTerms,
): Float32Array {
  const sum = new Float64Array(dimensions);
  for (let i = 0; i < terms.length; i++) {
    const row = rowOf.get(terms[i]!);
    if (row === undefined) continue;
    const weight = termWeight(counts[i]!) * scales[row]!;
    const at = row * dimensions;
    for (let k = 0; k < dimensions; k++) sum[k]! += weight * codes[at + k]!;
  }
  let squares = 0;
  for (const component of sum) squares += component * component;
  if (squares === 0) return new Float32Array(dimensions);
  const length = Math.sqrt(squares);
  return Float32Array.from(sum, (component) => component / length);
}
