import type { SearchIndex, TermSearch, WeightedTerm } from '../../ports/search-index.ts';
import type { ParsedQuestion, Spellings } from '../../question/parsed-question.ts';
import { fillersOf } from '../../question/question-terms.ts';
import { unmarkedReading } from '../../text/marked-letters.ts';
import { stemmerOf } from '../../text/stemmer.ts';
import { compoundedPart, isPartOf, separateWords } from './compounds.ts';
import { withoutSlip } from './slips.ts';

/** Maximum corpus words that an unknown word of the question is corrected to. */
const READINGS_MAX = 2;
/** Weight of a correction against 1 for a correctly spelt word. */
const GUESS_WEIGHT = 0.8;
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
 * Corrects words of the question that are not in the corpus to those that are and were typed with a slip: people mistype,
 * and the mistyped word is mostly the one that matters. But where many are unknown, the question is about something else.
 * Compounds are found by their words (`rollback` by `roll` and `back`) and by one of them: `Kündigungsfrist` by `Frist`,
 * also in addition to `Frist` itself. Words that only ask are never misspellings.
 */
export function respell(asked: SpeltQuestion, corpus: Corpus): Spellings {
  const idfOfAbsent = corpus.idf('');
  const isKnown = (term: string) => corpus.idf(term) < idfOfAbsent;
  const unknown = unknownTerms(asked.terms, isKnown);
  const words = wordsOf(asked);
  const spellings = new Map<string, readonly WeightedTerm[]>();
  const content = unknown.filter(({ term }) => hasContent(words.get(term)));
  if (content.length > UNKNOWN_WORDS_MAX) return spellings;
  const searched = new Set(asked.terms.map(({ term }) => term));
  const question = { ...corpus, asked, words, isKnown, spellings, searched };
  for (const own of unknown) addReadings(own, question);
  for (const own of asked.terms) addHeaded(own, question);
  return spellings;
}

/** What is corrected of a question. */
type SpeltQuestion = Pick<ParsedQuestion, 'standalone' | 'terms' | 'languages'>;

export interface Corpus {
  /** Inverse document frequency; the empty term, which no chunk holds, has the maximum. */
  readonly idf: (term: string) => number;
  /** Of the question's words, as `compoundsOf` finds them. */
  readonly compounds: ReadonlyMap<string, readonly string[]>;
  /** Whether an index term is of a word of the language: it is not misspelt, although the corpus lacks it. */
  readonly isWord: (term: string) => boolean;
}

interface RespeltQuestion extends Corpus {
  readonly asked: SpeltQuestion;
  /** By term. */
  readonly words: ReadonlyMap<string, AskedWord>;
  readonly isKnown: (term: string) => boolean;
  /** As far as they are found. */
  readonly spellings: Map<string, readonly WeightedTerm[]>;
  /** The terms of the question, and those that replace one. */
  readonly searched: Set<string>;
}

function unknownTerms(
  terms: readonly WeightedTerm[],
  isKnown: RespeltQuestion['isKnown'],
): readonly WeightedTerm[] {
  const unknown = terms.filter(({ term }) => !isKnown(term));
  if (unknown.length === 0) return unknown;
  const beginnings = new Set(terms.flatMap(({ term }) => (isKnown(term) ? [term.slice(0, BEGINNING)] : [])));
  return unknown.filter(({ term }) => !term.startsWith('.') && !beginnings.has(term.slice(0, BEGINNING)));
}

function addReadings(own: WeightedTerm, question: RespeltQuestion): void {
  const { words, compounds, isKnown, spellings, searched } = question;
  const word = words.get(own.term);
  const unmarked = word && unmarkedReading(word, isKnown);
  const joined = compounds.get(own.term)?.slice(0, READINGS_MAX) ?? [];
  const areCompounds = unmarked === undefined && joined.length > 0;
  const readings =
    unmarked !== undefined ? [unmarked] : areCompounds ? joined : guessesOf(own.term, question);
  const others = readings.filter((term) => !searched.has(term));
  if (others.length === 0) return;
  const weight = (own.weight * (unmarked === undefined ? GUESS_WEIGHT : 1)) / Math.sqrt(others.length);
  const weighted = others.map((term) => ({ term, weight }));
  spellings.set(own.term, weighted);
  if (areCompounds) alsoForOtherParts(own.term, weighted, question);
  else for (const term of others) searched.add(term);
}

function guessesOf(term: string, question: RespeltQuestion): readonly string[] {
  const word = question.words.get(term);
  if (!hasContent(word) || question.isWord(term)) return [];
  const slips = word ? slipsOf(word, question) : [];
  return slips.length > 0 ? slips : separateWords(term, question.asked, question.idf);
}

/** Corpus words typed with a slip, the most frequent first. Their stems may be further apart: `placed` and `plaecd`. */
function slipsOf({ surface, language }: AskedWord, { idf, isKnown }: RespeltQuestion): string[] {
  const meant = withoutSlip(surface.normalize('NFKC').toLowerCase(), language);
  const stems = new Set(Array.from(meant, stemmerOf(language)));
  const known = [...stems].filter(isKnown).sort((a, b) => idf(a) - idf(b));
  return known.slice(0, READINGS_MAX);
}

/** “Die Frist für die Kündigung”: the compound of one word stands for the other, too. */
function alsoForOtherParts(
  part: string,
  compounds: readonly WeightedTerm[],
  { asked: { terms }, isKnown, spellings }: RespeltQuestion,
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
  { words, isKnown, compounds, spellings, searched }: RespeltQuestion,
): void {
  if (!isKnown(own.term) || spellings.has(own.term) || !hasContent(words.get(own.term))) return;
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

function wordsOf({
  standalone,
  languages,
}: Pick<ParsedQuestion, 'standalone' | 'languages'>): Map<string, AskedWord> {
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

/** Corpus words that the question's words are compounded in, most frequent first, by their terms. */
export async function compoundsOf(
  asked: Pick<ParsedQuestion, 'standalone' | 'languages'>,
  searchIndex: Pick<SearchIndex, 'compoundTerms'>,
  options: Omit<TermSearch, 'limit'> = {},
): Promise<Map<string, readonly string[]>> {
  const parts = new Map<string, string>();
  for (const word of wordsOf(asked).values()) {
    const part = compoundedPart(word, word.language);
    if (part !== undefined) parts.set(word.term, part);
  }
  if (parts.size === 0) return new Map();
  const compounds = await searchIndex.compoundTerms([...parts.values()], { ...options, limit: HEADED_MAX });
  return new Map(Array.from(parts.keys(), (term, i) => [term, compounds[i]!]));
}
