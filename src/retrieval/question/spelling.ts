import type { SearchIndex, WeightedTerm } from '../../ports/search-index.ts';

/** Words of the corpus that one unknown word of the question is taken for, at most. */
const READINGS_MAX = 2;
/** What the word that is meant weighs against one that was spelt right: by one edit, by two. */
const WEIGHT_OF_EDITS = [1, 0.8, 0.5] as const;
/** A question of more unknown words is not misspelt but foreign. */
const UNKNOWN_WORDS_MAX = 3;
/**
 * A question that may be in several languages has each word as each of them stems it: where one of the stems is known,
 * the others, which begin alike, are no mistakes.
 */
const BEGINNING = 3;

/** Letters, and share of a word, that the known word must have which it begins with. */
const STEM_LETTERS_MIN = 5;
const STEM_SHARE_MIN = 0.7;

/** Terms of the corpus that a term of a question was taken for, as no chunk holds it. */
export type Spellings = ReadonlyMap<string, readonly WeightedTerm[]>;

const NONE: Spellings = new Map();

/**
 * Takes words of the question that are nowhere in the corpus for those that are spelt almost so: people mistype, and
 * the word they mistype is mostly the one that matters.
 *
 * @param idf Of a term in the corpus; of the empty term, which no chunk holds, the greatest that there is.
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

/** The known word that begins a word: an ending that is misspelt or unheard of hides the stem from the stemmer. */
function longestStem(term: string, isKnown: (term: string) => boolean): string | undefined {
  const least = Math.max(STEM_LETTERS_MIN, Math.ceil(term.length * STEM_SHARE_MIN));
  for (let length = term.length - 1; length >= least; length--) {
    if (isKnown(term.slice(0, length))) return term.slice(0, length);
  }
  return undefined;
}
