import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChunkTerms } from '../../../ports/chunk.ts';
import type { LearnedModel } from '../../../ports/learned-models.ts';
import { createPartComparison } from './compare-parts.ts';
import { rowsOf } from './compounds.ts';
import { termWeight } from './fit-to-corpus.ts';
import { trainedLanguages } from './trained-vectors.ts';
import { addVector, decodeWordVectors, lengthOf, type WordVectors, wordVectorsId } from './word-vectors.ts';

/** Texts embedded before yielding: about 5 ms. */
const SLICE_TEXTS = 128;

/**
 * The built-in embedding model: a text's vector is the sum of its terms' vectors, normalised to length 1.
 *
 * @param payload As written by `encodeWordVectors`.
 * @throws {Error} When it is no such payload.
 */
export function openWordEmbedding(payload: Uint8Array): LearnedModel {
  return createWordEmbedding(decodeWordVectors(payload), wordVectorsId(payload));
}

/** @param id Equal for equal vectors, and only for those. */
export function createWordEmbedding(model: WordVectors, id: string): LearnedModel {
  return {
    id,
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
    suits: (languages) => trainedLanguages(languages).every((code) => model.languages.includes(code)),
    comparePartsTo: createPartComparison(model),
  };
}

function foldIn(model: WordVectors, { terms, counts }: ChunkTerms): Float32Array {
  const { dimensions } = model;
  const sum = new Float64Array(dimensions);
  for (let i = 0; i < terms.length; i++) {
    for (const row of rowsOf(terms[i]!, model)) addVector(sum, model, row, termWeight(counts[i]!));
  }
  const length = lengthOf(sum);
  const direction = new Float32Array(dimensions);
  if (length > 0) for (let k = 0; k < dimensions; k++) direction[k] = sum[k]! / length;
  return direction;
}
