import { analyze } from '../../../text/analyzer.ts';
import { lengthOf, setLength, type WordVectors, withVectors, wordVector } from './word-vectors.ts';

/**
 * Vectors of a language's words: each has the mean of the vectors of what it is in English, so it knows what these have
 * learned.
 *
 * @param language ISO 639-1.
 * @param translations Lines such as `congé vacances: leave holiday`; those that begin with `#` are comments.
 */
export function translatedWords(language: string, translations: string, english: WordVectors): WordVectors {
  const englishOf = new Map<string, Set<string>>();
  for (const line of translations.split('\n')) {
    const [words, meanings] = line.split(': ');
    if (meanings === undefined || line.startsWith('#')) continue;
    for (const term of contentTerms(words!, language)) {
      const known = englishOf.get(term) ?? new Set();
      englishOf.set(term, known);
      for (const meaning of contentTerms(meanings, 'en')) if (english.rowOf.has(meaning)) known.add(meaning);
    }
  }
  const terms = [...englishOf.keys()].filter((term) => englishOf.get(term)!.size > 0);
  const vectors = new Float32Array(terms.length * english.dimensions);
  for (const [i, term] of terms.entries())
    vectors.set(meanVector([...englishOf.get(term)!], english), i * english.dimensions);
  const none = { rowOf: new Map(), scales: new Float32Array(), codes: new Int8Array() };
  return withVectors({ ...english, ...none }, terms, vectors);
}

/** The mean of the directions, as long as the vectors are on average. */
function meanVector(terms: readonly string[], known: WordVectors): Float32Array {
  const mean = new Float32Array(known.dimensions);
  let lengths = 0;
  for (const term of terms) {
    const vector = wordVector(known, term)!;
    const length = lengthOf(vector);
    lengths += length;
    for (let k = 0; k < mean.length; k++) mean[k]! += vector[k]! / (length || 1);
  }
  return setLength(mean, lengths / terms.length);
}

function contentTerms(text: string, language: string): string[] {
  return analyze(text, language).flatMap(({ kind, term }) => (kind === 'stop' ? [] : [term]));
}
