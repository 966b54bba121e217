import { createRequire } from 'node:module';

/** Reduces a folded word to its stem, which is never empty. */
export type Stem = (word: string) => string;

const require = createRequire(import.meta.url);

/**
 * A Snowball stemmer. The rules are loaded with the first word.
 *
 * @param algorithm Its English name.
 * @see https://snowballstem.org
 */
export function snowball(algorithm: string): Stem {
  let stem: Stem | undefined;
  return (word) => {
    stem ??= open(algorithm);
    return stem(word) || word;
  };
}

function open(algorithm: string): Stem {
  const { newStemmer } = require('snowball-stemmers') as { newStemmer(name: string): { stem: Stem } };
  const stemmer = newStemmer(algorithm);
  return (word) => stemmer.stem(word);
}
