import type { SearchIndex, WeightedTerm } from '../../ports/search-index.ts';

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

/** Corpus terms that replace a term of the question which no chunk holds. */
export type Spellings = ReadonlyMap<string, readonly WeightedTerm[]>;

const NONE: Spellings = new Map();

/**
 * Corrects words of the question that are not in the corpus to similarly spelt ones that are: people mistype, and the
 * mistyped word is mostly the one that matters.
 *
 * @param idf Inverse document frequency in the corpus; the empty term, which no chunk holds, has the maximum.
 */
export async function respell(
  terms: readonly WeightedTerm[],
  { idf, searchIndex }: { idf: (term: string) => number; searchIndex: Pick<SearchIndex, 'similarTerms'> },
): Promise<Spellings> {
  const idfOfAbsent = idf('');
  const isKnown = ({ term }: WeightedTerm) => idf(term) < idfOfAbsent;
  const beginnings = new Set(terms.filter(isKnown).map(({ term }) => term.slice(0, BEGINNING)));
  const unknown = terms.filter(
    (asked) =>
      !asked.term.startsWith('.') && !isKnown(asked) && !beginnings.has(asked.term.slice(0, BEGINNING)),
  );
  if (unknown.length === 0 || unknown.length > UNKNOWN_WORDS_MAX) return NONE;
  const known = new Set(terms.map(({ term }) => term));
  const spellings = new Map<string, WeightedTerm[]>();
  for (const { term, weight } of unknown) {
    const found = await searchIndex.similarTerms(term, READINGS_MAX);
    const stem = found[0]?.edits === 1 ? undefined : longestStem(term, (other) => idf(other) < idfOfAbsent);
    const similar = stem === undefined ? found : [{ term: stem, edits: 1 }];
    const readings = similar.filter((reading) => !known.has(reading.term));
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
}

/** The longest known word that begins `term`: the stemmer misses the stem behind a misspelt or unknown ending. */
function longestStem(term: string, isKnown: (term: string) => boolean): string | undefined {
  const least = Math.max(STEM_LETTERS_MIN, Math.ceil(term.length * STEM_SHARE_MIN));
  for (let length = term.length - 1; length >= least; length--) {
    if (isKnown(term.slice(0, length))) return term.slice(0, length);
  }
  return undefined;
}
