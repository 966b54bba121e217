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

/** Most compounds that end with a known word, and their weight, against 1 for the word. */
const HEADED_MAX = 30;
const HEADED_WEIGHT = 0.5;

/** A shorter word is like many others: two of them, with no known word beside, are words that the corpus lacks. */
const SURE_LETTERS_MIN = 6;

/**
 * Corpus terms for a term of the question: those that replace it when no chunk holds it, else the term itself and the
 * compounds that it is a part of.
 */
export type Spellings = ReadonlyMap<string, readonly WeightedTerm[]>;

/**
 * Corrects words of the question that are not in the corpus to similarly spelt ones that are: people mistype, and the
 * mistyped word is mostly the one that matters. But where all words are unknown, the question is about something else.
 * Compounds are found however they are written (`rollback`, `roll-back`), and by one of their words: `Kündigungsfrist` by
 * `Frist`, also beside `Frist` itself. Words that only ask are not taken for misspellings.
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
  const hasContent = ({ term }: WeightedTerm) => !written.get(term)?.onlyAsks;
  if (unknown.filter(hasContent).length > UNKNOWN_WORDS_MAX) return spellings;
  const known = new Set(terms.map(({ term }) => term));
  const guessed: string[] = [];
  for (const { term, weight } of unknown) {
    const word = written.get(term);
    const unmarked = word && unmarkedReading(word, isKnown);
    const compounds =
      unmarked === undefined && word
        ? await compoundsOf(term, word, { searchIndex, limit: READINGS_MAX })
        : [];
    const likely = unmarked === undefined ? compounds : [{ term: unmarked, edits: 0 }];
    const isOpen = likely.length === 0 && hasContent({ term, weight });
    const readings = (isOpen ? await misspelt(term) : likely).filter((reading) => !known.has(reading.term));
    if (readings.length === 0) continue;
    if (isOpen) guessed.push(term);
    const share = weight / Math.sqrt(readings.length);
    const weighed = readings.map((reading) => ({
      term: reading.term,
      weight: share * (WEIGHT_OF_EDITS[reading.edits] ?? 0.5),
    }));
    spellings.set(term, weighed);
    if (compounds.length > 0) alsoFor(term, weighed);
    else for (const reading of readings) known.add(reading.term);
  }
  if (guessed.length > 1 && !terms.some(isSure)) for (const term of guessed) spellings.delete(term);
  for (const own of terms) await addHeaded(own);
  return spellings;

  function isSure(own: WeightedTerm): boolean {
    if (isKnown(own.term)) return !own.term.startsWith('.') && hasContent(own);
    return spellings.has(own.term) && (own.term.length >= SURE_LETTERS_MIN || !guessed.includes(own.term));
  }

  /** `Jahresurlaub` is an `Urlaub`. */
  async function addHeaded(own: WeightedTerm): Promise<void> {
    const word = written.get(own.term);
    if (!word || word.onlyAsks || !isKnown(own.term) || spellings.has(own.term)) return;
    const compounds = await compoundsOf(own.term, word, { searchIndex, limit: HEADED_MAX });
    const headed = compounds.filter(({ term }) => term.endsWith(own.term) && !known.has(term));
    const weight = HEADED_WEIGHT * own.weight;
    if (headed.length > 0) spellings.set(own.term, [own, ...headed.map(({ term }) => ({ term, weight }))]);
  }

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
  { searchIndex, limit }: { searchIndex: Pick<SearchIndex, 'compoundTerms'>; limit: number },
): Promise<SimilarTerm[]> {
  const part = compoundedPart({ term, surface }, language);
  const compounds = part === undefined ? [] : await searchIndex.compoundTerms(part, limit);
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
