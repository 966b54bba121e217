import { createHash } from 'node:crypto';
import { inverseDocumentFrequency } from '../../search/bm25.ts';
import { compoundRows } from './compounds.ts';
import type { TermRows } from './term-rows.ts';
import { addVector, lengthOf, setLength, type WordVectors, withVectors, wordVector } from './word-vectors.ts';

/** Weight of a word's passages beside its own vector; a word without one has that of its passages alone. */
const CONTEXT_WEIGHT = 0.5;
/** A word of one chunk says nothing about others. */
const DOCUMENT_FREQUENCY_MIN = 2;
/** Bound the model's size (15 MB) and the time of a fit: the most frequent words of the corpus are kept. */
const WORDS_MAX = 50_000;
const UNTRAINED_WORDS_MIN = 20_000;
const STOP_WORD_PREFIX = '.';

/**
 * Fits word vectors to a corpus: each word moves towards the passages that have it, and words without a vector, such
 * as names of products, get one from their passages. One pass over the rows.
 *
 * @param rows Chunks of the corpus, or a sample of them.
 * @param known Vectors that were trained elsewhere; all of them are kept, as questions have words that the corpus lacks.
 * @param options.corpusChunks Chunks of the whole corpus.
 */
export function fitToCorpus(
  rows: TermRows,
  known: WordVectors,
  { corpusChunks }: { corpusChunks: number },
): WordVectors {
  const { dimensions } = known;
  const words = chooseWords(rows, known);
  const { vectors, isTrained } = ownVectors(words, known);
  const contexts = contextsOf(rows, words, vectors, dimensions);
  for (let word = 0; word < words.terms.length; word++) {
    const own = vectors.subarray(word * dimensions, (word + 1) * dimensions);
    const context = contexts.subarray(word * dimensions, (word + 1) * dimensions);
    const length = lengthOf(own);
    const ofOwn = isTrained[word] ? 1 : 0;
    const ofContext = (length * CONTEXT_WEIGHT) / (lengthOf(context) || 1);
    for (let k = 0; k < own.length; k++) own[k] = ofOwn * own[k]! + ofContext * context[k]!;
    setLength(own, length);
  }
  return { ...withVectors(known, words.terms, vectors), corpusChunks };
}

/** The weight of a term that occurs `count` times: 1 + ln count, or the count itself when it is a weight below 1. */
export function termWeight(count: number): number {
  return count < 1 ? count : 1 + Math.log(count);
}

/** The words of the rows. */
interface Words {
  readonly terms: readonly string[];
  readonly idf: Float64Array;
  /** The word of each of the rows' term ids; −1 for terms left out. */
  readonly wordOf: Int32Array;
}

function chooseWords({ terms, starts, ids }: TermRows, known: WordVectors): Words {
  const frequency = new Uint32Array(terms.length);
  for (const id of ids) frequency[id]!++;
  let unknown = Math.max(WORDS_MAX - known.rowOf.size, UNTRAINED_WORDS_MIN);
  const chosen = Array.from(terms, (term, id) => ({ term, id }))
    .filter(({ term, id }) => frequency[id]! >= DOCUMENT_FREQUENCY_MIN && !term.startsWith(STOP_WORD_PREFIX))
    .sort((a, b) => frequency[b.id]! - frequency[a.id]! || (a.term < b.term ? -1 : 1))
    .filter(({ term }) => known.rowOf.has(term) || unknown-- > 0);
  const wordOf = new Int32Array(terms.length).fill(-1);
  for (const [word, { id }] of chosen.entries()) wordOf[id] = word;
  return {
    terms: chosen.map(({ term }) => term),
    idf: Float64Array.from(chosen, ({ id }) => inverseDocumentFrequency(starts.length - 1, frequency[id]!)),
    wordOf,
  };
}

/**
 * Words × dimensions. Words of the corpus without a vector get a random one, by which passages that share them are near
 * in any language; it is as long as vectors of words that are as rare.
 */
function ownVectors(
  { terms, idf }: Words,
  known: WordVectors,
): { vectors: Float32Array; isTrained: boolean[] } {
  const own = terms.map((term) => wordVector(known, term));
  let [lengths, idfs] = [0, 0];
  for (const [word, vector] of own.entries()) {
    if (!vector) continue;
    lengths += lengthOf(vector);
    idfs += idf[word]!;
  }
  const vectors = new Float32Array(terms.length * known.dimensions);
  const isTrained: boolean[] = [];
  for (const [word, vector] of own.entries()) {
    const length = (idfs > 0 ? lengths / idfs : 1) * idf[word]!;
    const trained = vector ?? compoundVector(terms[word]!, known, length);
    isTrained.push(trained !== undefined);
    vectors.set(trained ?? randomVector(terms[word]!, known.dimensions, length), word * known.dimensions);
  }
  return { vectors, isTrained };
}

/** Of the two words of a compound; undefined for other words. */
function compoundVector(term: string, known: WordVectors, length: number): Float32Array | undefined {
  const rows = compoundRows(term, known);
  if (!rows) return undefined;
  const sum = new Float64Array(known.dimensions);
  for (const row of rows) addVector(sum, known, row);
  return Float32Array.from(setLength(sum, length));
}

/** The same for the same term: components of equal size, their signs by its hash. */
function randomVector(term: string, dimensions: number, length: number): Float32Array {
  const bits = createHash('shake256', { outputLength: Math.ceil(dimensions / 8) })
    .update(term)
    .digest();
  const size = length / Math.sqrt(dimensions);
  return Float32Array.from({ length: dimensions }, (_, k) => ((bits[k >> 3]! >> (k & 7)) & 1 ? size : -size));
}

/** Of words × dimensions: the sum of the directions of the rows that have the word, less that of all rows. */
function contextsOf(
  rows: TermRows,
  { terms, wordOf }: Words,
  vectors: Float32Array,
  dimensions: number,
): Float32Array {
  const count = rows.starts.length - 1;
  const contexts = new Float32Array(vectors.length);
  const mean = new Float64Array(dimensions);
  /** Of all occurrences of a word in rows with a direction. */
  const weights = new Float64Array(terms.length);
  const sum = new Float64Array(dimensions);
  for (let row = 0; row < count; row++) {
    sum.fill(0);
    forEachWord(row, (at, weight) => {
      for (let k = 0; k < dimensions; k++) sum[k]! += weight * vectors[at + k]!;
    });
    const length = lengthOf(sum);
    // Without a known word.
    if (length === 0) continue;
    for (let k = 0; k < dimensions; k++) {
      sum[k]! /= length;
      mean[k]! += sum[k]! / count;
    }
    forEachWord(row, (at, weight) => {
      weights[at / dimensions]! += weight;
      for (let k = 0; k < dimensions; k++) contexts[at + k]! += weight * sum[k]!;
    });
  }
  for (let word = 0; word < weights.length; word++)
    for (let k = 0; k < dimensions; k++) contexts[word * dimensions + k]! -= weights[word]! * mean[k]!;
  return contexts;

  /** Visits where the vectors of a row's words are, and the words' weights. */
  function forEachWord(row: number, visit: (at: number, weight: number) => void): void {
    for (let i = rows.starts[row]!; i < rows.starts[row + 1]!; i++) {
      const word = wordOf[rows.ids[i]!]!;
      if (word >= 0) visit(word * dimensions, termWeight(rows.counts[i]!));
    }
  }
}
