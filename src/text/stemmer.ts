import { packOf } from '../languages/languages.ts';
import { type Stem, snowball } from '../languages/stemmers/snowball.ts';

export type { Stem };

const UNSTEMMED: Stem = (word) => word;
// Bounded by the packs, whatever language a question names.
const stemmers = new Map<string, Stem>();

/** The stemmer of a language; the identity for a language without one. @param language ISO 639-1. */
export function stemmerOf(language: string): Stem {
  const known = stemmers.get(language);
  if (known) return known;
  const rules = packOf(language)?.stemmer;
  if (rules === undefined) return UNSTEMMED;
  const stem = typeof rules === 'string' ? snowball(rules) : (word: string) => rules(word) || word;
  stemmers.set(language, stem);
  return stem;
}
