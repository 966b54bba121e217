import type { SearchIndex, SimilarTerm, WeightedTerm } from '../../ports/search-index.ts';
import { analyze } from '../analysis/analyzer.ts';
import { onlyAsks } from './asking-words.ts';
import { type AskedCompounds, compoundedPart, isPartOf, joinedWords, separateWords } from './compounds.ts';
import { unmarkedReading } from './marked-letters.ts';

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
 * mistyped word is mostly the one that matters. Compounds are found however they are written: `rollback`, `roll-back`,
 * and by one of their words: `Kündigungsfrist` by `Frist`. Words that only ask are not taken for misspellings.
 *
 * @param idf Inverse document frequency in the corpus; the empty term, which no chunk holds, has the maximum.
 */
export async function respell(
  asked: AskedCompounds,
  {
    idf,
    searchIndex,
  }: {
    idf: (term: string) => number;
    searchIndex: Pick<SearchIndex, 'similarTerms' | 'compoundTerms'>;
  },
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
  const written = wordsOf(asked);
  const mayBeMisspelt = ({ term }: WeightedTerm) => !written.get(term)?.onlyAsks;
  if (unknown.filter(mayBeMisspelt).length > UNKNOWN_WORDS_MAX) return spellings;
  const known = new Set(terms.map(({ term }) => term));
  for (const { term, weight } of unknown) {
    const word = written.get(term);
    const unmarked = word && unmarkedReading(word, isKnown);
    const compounds = unmarked === undefined && word ? await compoundsOf(term, word, searchIndex) : [];
    const likely = unmarked === undefined ? compounds : [{ term: unmarked, edits: 0 }];
    const isOpen = likely.length === 0 && mayBeMisspelt({ term, weight });
    const readings = (isOpen ? await misspelt(term) : likely).filter((reading) => !known.has(reading.term));
    if (readings.length === 0) continue;
    const share = weight / Math.sqrt(readings.length);
    const weighed = readings.map((reading) => ({
      term: reading.term,
      weight: share * (WEIGHT_OF_EDITS[reading.edits] ?? 0.5),
    }));
    spellings.set(term, weighed);
    if (compounds.length > 0) alsoFor(term, weighed);
    else for (const reading of readings) known.add(reading.term);
  }
  return spellings;

  async function misspelt(term: string): Promise<readonly SimilarTerm[]> {
    const similar = await searchIndex.similarTerms(term, READINGS_MAX);
    return similar[0]?.edits === 1 ? similar : (oneEdit(term) ?? similar);
  }

  /** The word that `term` begins with, or the two that it consists of. */
  function oneEdit(term: string): SimilarTerm[] | undefined {
    const stem = longestStem(term, isKnown);
    const found = stem === undefined ? separateWords(term, asked, idf) : [stem];
    return found.length === 0 ? undefined : found.map((other) => ({ term: other, edits: 1 }));
  }

  /** “Die Frist für die Kündigung”: the compound of one word stands for the other, too. */
  function alsoFor(part: string, compounds: readonly WeightedTerm[]): void {
    for (const own of terms) {
      const joint = compounds.filter(({ term }) => own.term !== part && isPartOf(own.term, term));
      if (joint.length > 0 && isKnown(own.term))
        spellings.set(own.term, [...(spellings.get(own.term) ?? [own]), ...joint]);
    }
  }
}

/** How each term is written in the question. */
function wordsOf({ text, languages = [] }: AskedCompounds): Map<string, AskedWord> {
  const words = new Map<string, AskedWord>();
  for (const language of languages) {
    for (const token of analyze(text, language)) {
      if (words.has(token.term)) continue;
      words.set(token.term, { surface: token.surface, language, onlyAsks: onlyAsks(token, language) });
    }
  }
  return words;
}

interface AskedWord {
  readonly surface: string;
  readonly language: string;
  readonly onlyAsks: boolean;
}

/** Corpus words that a word is compounded in. */
async function compoundsOf(
  term: string,
  { surface, language }: AskedWord,
  searchIndex: Pick<SearchIndex, 'compoundTerms'>,
): Promise<SimilarTerm[]> {
  const part = compoundedPart({ term, surface }, language);
  const compounds = part === undefined ? [] : await searchIndex.compoundTerms(part, READINGS_MAX);
  return compounds.map((compound) => ({ term: compound, edits: 1 }));
}

/** The longest known word that begins `term`: the stemmer misses the stem behind a misspelt or unknown ending. */
function longestStem(term: string, isKnown: (term: string) => boolean): string | undefined {
  const least = Math.max(STEM_LETTERS_MIN, Math.ceil(term.length * STEM_SHARE_MIN));
  for (let length = term.length - 1; length >= least; length--) {
    if (isKnown(term.slice(0, length))) return term.slice(0, length);
  }
  return undefined;
}
