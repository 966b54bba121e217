import type { SearchIndex, SimilarTerm, WeightedTerm } from '../../ports/search-index.ts';
import { type AskedCompounds, joinedWords, separateWords } from './compounds.ts';

/** Most corpus words that an unknown word of the question is corrected to. */
const READINGS_MAX = 2;
/** Weight of a correction by its number of edits, against 1 for a correctly spelt word. */
const WEIGHT_OF_EDITS = [1, 0.8, 0.5] as const;
/** A question with more unknown words is foreign to the corpus, not misspelt. */
const UNKNOWN_WORDS_MAX = 3;
/**
 * A question that may be in several languages has each word's stem in each of them. Where one stem is known, the
 * others, which share its first letters, are not misspellings.
 */
const BEGINNING = 3;

/** Least number of letters, and least share of the unknown word, of a known word that begins it. */
const STEM_LETTERS_MIN = 5;
const STEM_SHARE_MIN = 0.7;

/**
 * Corpus terms for a term of the question: those that replace it when no chunk holds it, else the term itself and the
 * compounds that it is a part of.
 */
export type Spellings = ReadonlyMap<string, readonly WeightedTerm[]>;

/**
 * Corrects words of the question that are not in the corpus to similarly spelt ones that are: people mistype, and the
 * mistyped word is mostly the one that matters. Compounds are found however they are written: `rollback`, `roll-back`.
 *
 * @param idf Inverse document frequency in the corpus; the empty term, which no chunk holds, has the maximum.
 */
export async function respell(
  asked: AskedCompounds,
  { idf, searchIndex }: { idf: (term: string) => number; searchIndex: Pick<SearchIndex, 'similarTerms'> },
): Promise<Spellings> {
  const { terms } = asked;
  const idfOfAbsent = idf('');
  const isKnown = (term: string) => idf(term) < idfOfAbsent;
  const spellings = new Map<string, readonly WeightedTerm[]>();
  const joined = joinedWords(asked, isKnown);
  for (const own of terms) {
    const compounds = joined.get(own.term);
    if (compounds) spellings.set(own.term, isKnown(own.term) ? [own, ...compounds] : compounds);
  }
  const beginnings = new Set(terms.flatMap(({ term }) => (isKnown(term) ? [term.slice(0, BEGINNING)] : [])));
  const unknown = terms.filter(
    ({ term }) =>
      !term.startsWith('.') &&
      !isKnown(term) &&
      !spellings.has(term) &&
      !beginnings.has(term.slice(0, BEGINNING)),
  );
  if (unknown.length > UNKNOWN_WORDS_MAX) return spellings;
  const known = new Set(terms.map(({ term }) => term));
  for (const { term, weight } of unknown) {
    const similar = await searchIndex.similarTerms(term, READINGS_MAX);
    const likely = similar[0]?.edits === 1 ? similar : (oneEdit(term) ?? similar);
    const readings = likely.filter((reading) => !known.has(reading.term));
    for (const reading of readings) known.add(reading.term);
    if (readings.length === 0) continue;
    const share = weight / Math.sqrt(readings.length);
    spellings.set(
      term,
      readings.map((reading) => ({
        term: reading.term,
        weight: share * (WEIGHT_OF_EDITS[reading.edits] ?? 0.5),
      })),
    );
  }
  return spellings;

  /** The word that `term` begins with, or the two that it consists of. */
  function oneEdit(term: string): SimilarTerm[] | undefined {
    const stem = longestStem(term, isKnown);
    const found = stem === undefined ? separateWords(term, asked, idf) : [stem];
    return found.length === 0 ? undefined : found.map((other) => ({ term: other, edits: 1 }));
  }
}

/** The longest known word that begins `term`: the stemmer misses the stem behind a misspelt or unknown ending. */
function longestStem(term: string, isKnown: (term: string) => boolean): string | undefined {
  const least = Math.max(STEM_LETTERS_MIN, Math.ceil(term.length * STEM_SHARE_MIN));
  for (let length = term.length - 1; length >= least; length--) {
    if (isKnown(term.slice(0, length))) return term.slice(0, length);
  }
  return undefined;
}
