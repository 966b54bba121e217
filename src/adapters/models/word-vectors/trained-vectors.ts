import { readFileSync } from 'node:fs';
import { LANGUAGES, packOf } from '../../../languages/languages.ts';
import { translatedWords } from './translated-words.ts';
import {
  decodeWordVectors,
  lengthOf,
  setLength,
  type WordVectors,
  withVectors,
  wordVector,
  wordVectorsId,
} from './word-vectors.ts';

/** Files of vectors; the words of other languages have those of their translations. */
const TRAINED = new Map([
  ['en', new URL('./english.bin', import.meta.url)],
  ['de', new URL('./german.bin', import.meta.url)],
]);

/** A corpus with fewer passages of a language does without its words, which take memory. */
const SHARE_MIN = 0.05;

/**
 * The languages beside English that enough of a corpus is in, and whose words have vectors.
 *
 * @param languages Number of passages in each language.
 * @returns ISO 639-1 codes, always in the same order.
 */
export function trainedLanguages(languages: ReadonlyMap<string, number>): string[] {
  const passages = [...languages.values()].reduce((sum, count) => sum + count, 0);
  return LANGUAGES.filter(({ code, translations }) => code !== 'en' && (TRAINED.has(code) || translations))
    .map(({ code }) => code)
    .filter((code) => (languages.get(code) ?? 0) > SHARE_MIN * passages);
}

/** The vectors that Docent comes with, and their id. @param languages As of `trainedLanguages`. */
export function readTrainedVectors(languages: readonly string[]): { vectors: WordVectors; id: string } {
  const files = ['en', ...languages].map((code) =>
    readFileSync(TRAINED.get(code) ?? packOf(code)!.translations!),
  );
  const english = decodeWordVectors(files[0]!);
  let vectors = english;
  for (const [i, code] of languages.entries()) {
    const file = files[i + 1]!;
    const own = TRAINED.has(code) ? decodeWordVectors(file) : translatedWords(code, file.toString(), english);
    vectors = { ...withWordsOf(own, vectors), languages: [...vectors.languages, code] };
  }
  return { vectors, id: wordVectorsId(Buffer.concat(files)) };
}

/**
 * Words of another language lie beside the English ones that they are translated by. A stem of both, such as `computer`
 * or `kind`, gets the sum of both vectors, as long as the mean of them.
 */
function withWordsOf(own: WordVectors, known: WordVectors): WordVectors {
  const terms = [...own.rowOf.keys()];
  const vectors = new Float32Array(terms.length * known.dimensions);
  for (const [i, term] of terms.entries()) {
    const vector = wordVector(own, term)!;
    const other = wordVector(known, term);
    if (other) addAsLongAsMean(vector, other);
    vectors.set(vector, i * known.dimensions);
  }
  return withVectors(known, terms, vectors);
}

function addAsLongAsMean(vector: Float32Array, other: Float32Array): void {
  const mean = (lengthOf(vector) + lengthOf(other)) / 2;
  for (let k = 0; k < vector.length; k++) vector[k]! += other[k]!;
  setLength(vector, mean);
}
