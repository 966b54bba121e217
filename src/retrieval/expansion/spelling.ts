import type { SearchIndex, SimilarTerm, WeightedTerm } from '../../ports/search-index.ts';
import type { ParsedQuestion, Spellings } from '../../question/parsed-question.ts';
import { fillersOf } from '../../question/question-terms.ts';
import { unmarkedReading } from '../../text/marked-letters.ts';
import { stemmerOf } from '../../text/stemmer.ts';
import { compoundedPart, isPartOf, separateWords } from './compounds.ts';
import { withoutSlip } from './slips.ts';

/** Maximum corpus words that an unknown word of the question is corrected to. */
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

/** Maximum compounds that end with a known word, and their weight, against 1 for the word. */
const HEADED_MAX = 30;
const HEADED_WEIGHT = 0.5;

/**
 * Corrects words of the question that are not in the corpus to similarly spelt ones that are: people mistype, and the
 * mistyped word is mostly the one that matters. But where many are unknown, the question is about something else.
 * Compounds are found by their words (`rollback` by `roll` and `back`) and by one of them: `Kündigungsfrist` by `Frist`,
 * also in addition to `Frist` itself. Words that only ask are never misspellings.
 *
 * @param idf Inverse document frequency in the corpus; the empty term, which no chunk holds, has the maximum.
 * @param isWord Whether an index term is of a word of the language: it is not misspelt, although the corpus lacks it.
 */
export async function respell(
  asked: SpeltQuestion,
  { idf, searchIndex, isWord }: Pick<Corpus, 'idf' | 'isWord'> & { searchIndex: TermSearch },
): Promise<Spellings> {
  const idfOfAbsent = idf('');
  const corpus = { idf, isWord, isKnown: (term: string) => idf(term) < idfOfAbsent };
  const spellings = new Map<string, readonly WeightedTerm[]>();
  const unknown = unknownTerms(asked.terms, corpus);

  const words = wordsOf(asked);
  const content = unknown.filter(({ term }) => hasContent(words.get(term)));
  if (content.length > UNKNOWN_WORDS_MAX) return spellings;
  const searched = new Set(asked.terms.map(({ term }) => term));
  const compounds = await compoundsOf(words.values(), searchIndex);
  const question = { asked, words, corpus, compounds, spellings, searched };
  addCorrections(unknown, await readingsOf(unknown, { ...question, searchIndex }), question);
  for (const own of asked.terms) addHeaded(own, question);
  return spellings;
}

/** What is corrected of a question. */
type SpeltQuestion = Pick<ParsedQuestion, 'standalone' | 'terms' | 'languages'>;

type TermSearch = Pick<SearchIndex, 'similarTerms' | 'compoundTerms'>;

interface Corpus {
  readonly idf: (term: string) => number;
  readonly isKnown: (term: string) => boolean;
  readonly isWord: (term: string) => boolean;
}

/** What an unknown term may be in the corpus. */
interface Readings {
  readonly areCompounds: boolean;
  readonly readings: readonly SimilarTerm[];
}

interface RespeltQuestion {
  readonly asked: SpeltQuestion;
  /** By term. */
  readonly words: ReadonlyMap<string, AskedWord>;
  readonly corpus: Corpus;
  /** Corpus words that a word of the question is compounded in, most frequent first, by its term. */
  readonly compounds: ReadonlyMap<string, readonly string[]>;
  /** As far as they are found. */
  readonly spellings: Map<string, readonly WeightedTerm[]>;
  /** The terms of the question, and those that replace one. */
  readonly searched: Set<string>;
}

function unknownTerms(terms: readonly WeightedTerm[], { isKnown }: Corpus): WeightedTerm[] {
  const unknown = terms.filter(({ term }) => !isKnown(term));
  if (unknown.length === 0) return unknown;
  const beginnings = new Set(terms.flatMap(({ term }) => (isKnown(term) ? [term.slice(0, BEGINNING)] : [])));
  return unknown.filter(({ term }) => !term.startsWith('.') && !beginnings.has(term.slice(0, BEGINNING)));
}

function addCorrections(
  unknown: readonly WeightedTerm[],
  found: readonly Readings[],
  question: RespeltQuestion,
): void {
  const { spellings, searched } = question;
  for (const [i, own] of unknown.entries()) {
    const { areCompounds, readings } = found[i]!;
    const others = readings.filter(({ term }) => !searched.has(term));
    if (others.length === 0) continue;
    const share = own.weight / Math.sqrt(others.length);
    const weighted = others.map(({ term, edits }) => ({
      term,
      weight: share * (WEIGHT_OF_EDITS[edits] ?? 0.5),
    }));
    spellings.set(own.term, weighted);
    if (areCompounds) alsoForOtherParts(own.term, weighted, question);
    else for (const { term } of others) searched.add(term);
  }
}

async function readingsOf(
  unknown: readonly WeightedTerm[],
  { searchIndex, ...question }: Omit<RespeltQuestion, 'spellings' | 'searched'> & { searchIndex: TermSearch },
): Promise<Readings[]> {
  const { asked, words, corpus, compounds } = question;
  const sure = unknown.map(({ term }): Readings | undefined => {
    const word = words.get(term);
    const unmarked = word && unmarkedReading(word, corpus.isKnown);
    if (unmarked !== undefined) return { areCompounds: false, readings: [{ term: unmarked, edits: 0 }] };
    const found = compounds.get(term)?.slice(0, READINGS_MAX) ?? [];
    if (found.length > 0)
      return { areCompounds: true, readings: found.map((compound) => ({ term: compound, edits: 1 })) };
    return hasContent(word) && !corpus.isWord(term) ? undefined : { areCompounds: false, readings: [] };
  });
  const misspelt = unknown.flatMap(({ term }, i) => (sure[i] ? [] : [term]));
  if (misspelt.length === 0) return sure as Readings[];
  const similar = await searchIndex.similarTerms(misspelt, { limit: READINGS_MAX });
  return sure.map((found, i) => {
    const { term } = unknown[i]!;
    if (found) return found;
    const guesses = guessesOf(term, similar[misspelt.indexOf(term)]!, { asked, words, corpus });
    return { areCompounds: false, readings: guesses };
  });
}

function guessesOf(
  term: string,
  similar: readonly SimilarTerm[],
  { asked, words, corpus }: Pick<RespeltQuestion, 'asked' | 'words' | 'corpus'>,
): readonly SimilarTerm[] {
  const near = [...slipsOf(words.get(term), corpus), ...similar.filter(({ edits }) => edits === 1)];
  if (near.length > 0)
    return [...new Map(near.map((one) => [one.term, one])).values()].slice(0, READINGS_MAX);
  const parts = separateWords(term, asked, corpus.idf);
  return parts.length === 0 ? similar : parts.map((part) => ({ term: part, edits: 1 }));
}

/** Corpus words typed with a slip, the most frequent first. Their stems may be further apart: `placed` and `plaecd`. */
function slipsOf(word: AskedWord | undefined, { idf, isKnown }: Corpus): SimilarTerm[] {
  if (!word) return [];
  const meant = withoutSlip(word.surface.normalize('NFKC').toLowerCase());
  const stems = new Set([...meant].map(stemmerOf(word.language)));
  const known = [...stems].filter(isKnown).sort((a, b) => idf(a) - idf(b));
  return known.map((term) => ({ term, edits: 1 }));
}

/** “Die Frist für die Kündigung”: the compound of one word stands for the other, too. */
function alsoForOtherParts(
  part: string,
  compounds: readonly WeightedTerm[],
  { asked: { terms }, corpus: { isKnown }, spellings }: RespeltQuestion,
): void {
  for (const own of terms) {
    const joint = compounds.filter(({ term }) => own.term !== part && isPartOf(own.term, term));
    if (joint.length > 0 && isKnown(own.term))
      spellings.set(own.term, [...(spellings.get(own.term) ?? [own]), ...joint]);
  }
}

/** `Jahresurlaub` is an `Urlaub`. */
function addHeaded(
  own: WeightedTerm,
  { words, corpus, compounds, spellings, searched }: RespeltQuestion,
): void {
  if (!corpus.isKnown(own.term) || spellings.has(own.term) || !hasContent(words.get(own.term))) return;
  const found = compounds.get(own.term) ?? [];
  const headed = found.filter((term) => term.endsWith(own.term) && !searched.has(term));
  const weight = HEADED_WEIGHT * own.weight;
  if (headed.length > 0) spellings.set(own.term, [own, ...headed.map((term) => ({ term, weight }))]);
}

/** How a term is written in the question. */
interface AskedWord {
  readonly term: string;
  readonly surface: string;
  readonly language: string;
}

function wordsOf({ standalone, languages }: SpeltQuestion): Map<string, AskedWord> {
  const words = new Map<string, AskedWord>();
  for (const language of languages) {
    for (const { term, surface } of standalone.tokens(language))
      if (!words.has(term)) words.set(term, { term, surface, language });
  }
  return words;
}

/** Whether a word, if it is one of the question, does more than ask. */
function hasContent(word: AskedWord | undefined): boolean {
  return !word || !fillersOf(word.language).has(word.surface.toLowerCase());
}

async function compoundsOf(
  words: Iterable<AskedWord>,
  searchIndex: TermSearch,
): Promise<Map<string, readonly string[]>> {
  const parts = new Map<string, string>();
  for (const word of words) {
    const part = compoundedPart(word, word.language);
    if (part !== undefined) parts.set(word.term, part);
  }
  if (parts.size === 0) return new Map();
  const compounds = await searchIndex.compoundTerms([...parts.values()], { limit: HEADED_MAX });
  return new Map(Array.from(parts.keys(), (term, i) => [term, compounds[i]!]));
}
