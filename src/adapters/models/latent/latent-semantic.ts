import { inverseDocumentFrequency } from '../../search/bm25.ts';
import type { LatentModel } from './latent-model.ts';
import type { Matrix, SparseMatrix } from './matrix.ts';
import { rightSingularVectors } from './randomised-svd.ts';
import type { TermRows } from './term-rows.ts';

/** Fewer dimensions generalise better: 300 gained nothing over 150 on the development sets. */
const DIMENSIONS = 150;
/** Terms in fewer chunks say nothing about others. */
const DOCUMENT_FREQUENCY_MIN = 2;
/** Only the most frequent terms are kept: bounds the model's size (8 MB) and the time of a fit. */
const VOCABULARY_MAX = 50_000;
const STOP_WORD_PREFIX = '.';

export interface FitOptions {
  /** The same rows and seed give the same model. */
  readonly seed: number;
  /** Chunks of the corpus that the rows were sampled from. */
  readonly corpusChunks: number;
  readonly dimensions?: number;
  readonly vocabularyMax?: number;
}

/**
 * Learns term vectors from chunks by latent semantic analysis: the truncated singular value decomposition of the rows
 * (1 + ln tf) · idf, each of unit length, without stop words. A term's vector is its idf times its row of the right
 * singular vectors, so a text is embedded by adding up its terms' vectors.
 *
 * @returns Fewer dimensions than requested when the rows have fewer.
 * @throws {RangeError} When no two rows share a term.
 * @see Deerwester et al., "Indexing by latent semantic analysis", JASIS 41 (1990).
 */
export function fitLatentModel(rows: TermRows, options: FitOptions): LatentModel {
  const vocabulary = chooseVocabulary(rows, options.vocabularyMax ?? VOCABULARY_MAX);
  if (vocabulary.terms.length === 0) {
    throw new RangeError('Cannot fit an embedding model as at least two chunks must share a term');
  }
  const random = mulberry32(options.seed);
  const { vectors } = rightSingularVectors(weigh(rows, vocabulary), options.dimensions ?? DIMENSIONS, random);
  return {
    dimensions: vectors.columns,
    corpusChunks: options.corpusChunks,
    rowOf: new Map(vocabulary.terms.map((term, row) => [term, row])),
    ...quantise(vectors, vocabulary.idf),
  };
}

/** The weight of a term that occurs `count` times: 1 + ln count, or the count itself when it is a weight below 1. */
export function termWeight(count: number): number {
  return count < 1 ? count : 1 + Math.log(count);
}

interface Vocabulary {
  readonly terms: readonly string[];
  readonly idf: Float64Array;
  /** Column of each of the rows' term ids; −1 for terms left out. */
  readonly columnOf: Int32Array;
}

function chooseVocabulary({ terms, starts, ids }: TermRows, max: number): Vocabulary {
  const frequency = new Uint32Array(terms.length);
  for (const id of ids) frequency[id]!++;
  const chosen = terms
    .map((term, id) => ({ term, id }))
    .filter(({ term, id }) => frequency[id]! >= DOCUMENT_FREQUENCY_MIN && !term.startsWith(STOP_WORD_PREFIX))
    .sort((a, b) => frequency[b.id]! - frequency[a.id]! || (a.term < b.term ? -1 : 1))
    .slice(0, max);
  const columnOf = new Int32Array(terms.length).fill(-1);
  for (const [column, { id }] of chosen.entries()) columnOf[id] = column;
  const chunks = starts.length - 1;
  return {
    terms: chosen.map(({ term }) => term),
    idf: Float64Array.from(chosen, ({ id }) => inverseDocumentFrequency(chunks, frequency[id]!)),
    columnOf,
  };
}

function weigh({ starts, ids, counts }: TermRows, vocabulary: Vocabulary): SparseMatrix {
  const columnOf: number[] = [];
  const values: number[] = [];
  const rowStarts = [0];
  for (let row = 0; row + 1 < starts.length; row++) {
    const from = values.length;
    let squares = 0;
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      const column = vocabulary.columnOf[ids[k]!]!;
      if (column < 0) continue;
      const value = termWeight(counts[k]!) * vocabulary.idf[column]!;
      columnOf.push(column);
      values.push(value);
      squares += value * value;
    }
    for (let k = from; k < values.length; k++) values[k]! /= Math.sqrt(squares);
    rowStarts.push(values.length);
  }
  return {
    rows: starts.length - 1,
    columns: vocabulary.terms.length,
    starts: Uint32Array.from(rowStarts),
    columnOf: Uint32Array.from(columnOf),
    values: Float32Array.from(values),
  };
}

function quantise(vectors: Matrix, idf: Float64Array): { scales: Float32Array; codes: Int8Array } {
  const scales = new Float32Array(vectors.rows);
  const codes = new Int8Array(vectors.values.length);
  for (let row = 0; row < vectors.rows; row++) {
    const [from, to] = [row * vectors.columns, (row + 1) * vectors.columns];
    let largest = 0;
    for (let i = from; i < to; i++) largest = Math.max(largest, Math.abs(vectors.values[i]!));
    if (largest === 0) continue;
    scales[row] = (largest * idf[row]!) / 127;
    for (let i = from; i < to; i++) codes[i] = Math.round((vectors.values[i]! / largest) * 127);
  }
  return { scales, codes };
}

/** Reproducible numbers in 0…1. @see Tommy Ettinger's public-domain generator of that name. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
