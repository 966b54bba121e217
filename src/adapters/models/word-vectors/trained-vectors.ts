import { readFileSync } from 'node:fs';
import {
  decodeWordVectors,
  lengthOf,
  type WordVectors,
  withVectors,
  wordVector,
  wordVectorsId,
} from './word-vectors.ts';

const ENGLISH = new URL('./english.bin', import.meta.url);
const GERMAN = new URL('./german.bin', import.meta.url);

/** A corpus with fewer German passages does without German words, which take memory. */
const GERMAN_SHARE_MIN = 0.05;

/** Whether enough of a corpus is German. @param languages Number of passages in each language. */
export function hasGerman(languages: ReadonlyMap<string, number>): boolean {
  const passages = [...languages.values()].reduce((sum, count) => sum + count, 0);
  return (languages.get('de') ?? 0) > GERMAN_SHARE_MIN * passages;
}

/** The vectors that Docent comes with, and their id. */
export function readTrainedVectors({ withGerman }: { withGerman: boolean }): {
  vectors: WordVectors;
  id: string;
} {
  const files = (withGerman ? [ENGLISH, GERMAN] : [ENGLISH]).map((file) => readFileSync(file));
  const [english, german] = files.map(decodeWordVectors);
  return {
    vectors: german ? withGermanWords(english!, german) : english!,
    id: wordVectorsId(Buffer.concat(files)),
  };
}

/**
 * German words were trained to lie beside the English ones that they are translated by. A stem of both languages, such
 * as `computer` or `kind`, gets the sum of both vectors, as long as the mean of them.
 */
function withGermanWords(english: WordVectors, german: WordVectors): WordVectors {
  const terms = [...german.rowOf.keys()];
  const vectors = new Float32Array(terms.length * english.dimensions);
  for (const [i, term] of terms.entries()) {
    const own = wordVector(german, term)!;
    const other = wordVector(english, term);
    if (other) addAsLongAsMean(own, other);
    vectors.set(own, i * english.dimensions);
  }
  return { ...withVectors(english, terms, vectors), languages: ['en', 'de'] };
}

function addAsLongAsMean(vector: Float32Array, other: Float32Array): void {
  const mean = (lengthOf(vector) + lengthOf(other)) / 2;
  for (let k = 0; k < vector.length; k++) vector[k]! += other[k]!;
  const scale = mean / (lengthOf(vector) || 1);
  for (let k = 0; k < vector.length; k++) vector[k]! *= scale;
}
