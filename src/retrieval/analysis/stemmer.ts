import { createRequire } from 'node:module';
import { stemGreek } from './greek-stemmer.ts';
import { stemHindi } from './hindi-stemmer.ts';
import { stemKorean } from './korean-stemmer.ts';
import { stemPolish } from './polish-stemmer.ts';

/** Reduces a folded word to its stem, which is never empty. */
export type Stem = (word: string) => string;

/**
 * The Snowball stemmer of a language; the identity for a language without one.
 *
 * @param language ISO 639-1.
 * @see https://snowballstem.org
 */
export function stemmerOf(language: string): Stem {
  const known = stemmers.get(language);
  if (known) return known;
  const stem = openStemmer(language);
  // Questions may name any language: only those with rules are cached.
  if (stem !== UNSTEMMED) stemmers.set(language, stem);
  return stem;
}

const UNSTEMMED: Stem = (word) => word;
const stemmers = new Map<string, Stem>();

const ALGORITHMS: Record<string, string> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

const require = createRequire(import.meta.url);

function openStemmer(language: string): Stem {
  if (language === 'el') return (word) => stemGreek(word) || word;
  if (language === 'hi') return stemHindi;
  if (language === 'ko') return stemKorean;
  if (language === 'pl') return stemPolish;
  const algorithm = ALGORITHMS[language];
  if (!algorithm) return UNSTEMMED;
  const { newStemmer } = require('snowball-stemmers') as { newStemmer(name: string): { stem: Stem } };
  const snowball = newStemmer(algorithm);
  if (language === 'ar') return (word) => snowball.stem(word.replace(JOINED_CONJUNCTION, '')) || word;
  if (language !== 'ro') return (word) => snowball.stem(word) || word;
  // The Romanian rules expect the cedilla, which stood in for the comma below before Unicode 3.0.
  return (word) => snowball.stem(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')) || word;
}

/** The `and` of `والعمل`, and `so`, which the Arabic rules leave before an article. */
const JOINED_CONJUNCTION = /^[وف](?=ال..)/u;
