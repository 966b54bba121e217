import type { WeightedTerm } from '../../ports/search-index.ts';
import { analyze, type Token } from '../../retrieval/analysis/analyzer.ts';
import { asideStart } from '../../retrieval/question/question-aside.ts';
import type { Spellings } from '../../retrieval/question/spelling.ts';
import { countedTerms } from '../../retrieval/reranking/counted-words.ts';
import { continuesEarlier } from '../conversation/dependent-question.ts';
import { type AnswerForm, askedForm } from './answer-form.ts';
import { askedRole } from './asked-role.ts';
import type { Clause } from './asking-clauses.ts';
import { type QuestionType, questionType } from './question-type.ts';
import { groupsOf } from './related-words.ts';

/** What the ranking of sentences has to know of a question. */
export interface QuestionWords {
  readonly type: QuestionType;
  /** Which form an answer must have; null where it does not say. */
  readonly form: AnswerForm | null;
  /** ISO 639-1 code that the terms were made with; null when unknown. */
  readonly language: string | null;
  /** Content words, each once: the question's own in their order, then those carried from earlier turns. */
  readonly words: readonly QuestionWord[];
  /** Neighbouring content words of the question, as positions in `words`. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Positions in `words` of those that say what is to be counted. */
  readonly counted: readonly number[];
  /** The role whose holder is asked for, and whose it is, as positions in `words`; null for all other questions. */
  readonly role: { readonly held: readonly number[]; readonly owner: readonly number[] } | null;
  /** Words that were searched for and do not count, of earlier turns and of long forms: `indexWeight` of each by its term. */
  readonly setAside: ReadonlyMap<string, number>;
  /** Chunks of the corpus that it was weighed by. */
  readonly chunks: number;
  /** Whether the asker named the documents that are asked. */
  readonly namesDocuments: boolean;
  /** Whether the question says by its words that it goes on from an earlier one. */
  readonly showsContinuation: boolean;
}

export interface QuestionWord {
  readonly term: string;
  /** How much it says: its weight in the query × its idf in a corpus of a certain size at least. > 0. */
  readonly weight: number;
  /** The same by the idf of the index. */
  readonly indexWeight: number;
  /** A number, or capitalised elsewhere than at the start: what a passage must not lack. */
  readonly isName: boolean;
  readonly isCarried: boolean;
  /** Whether the corpus has the word, or one that it was taken for. */
  readonly isKnown: boolean;
  /** Terms of the corpus that an unknown word was taken for, as it is spelt almost like them. */
  readonly spellings: readonly string[];
  /** Groups of words of like meaning that it is in, as `groupsOf` numbers them. */
  readonly groups: readonly number[];
}

/** What is known of the corpus when its words are weighed. */
export interface CorpusWords {
  readonly chunks: number;
  /**
   * Inverse document frequency of a term, ln((chunks + 1) / (df + ½)), as the index has it. Of the empty term, which no
   * chunk holds, it is the greatest that there is.
   */
  idf(term: string): number;
}

/**
 * A small corpus is weighed as if it had so many more chunks, none of which has any word of the question. In a corpus
 * of three chunks a word that one of them has would otherwise weigh half as much as one that none has.
 */
const BACKGROUND_CHUNKS = 100;
/** What a word of an aside weighs (`asideStart`). Less would cost what the gate knows of a conversation. */
const ASIDE_WEIGHT = 0.5;
/** What a word of the other clause weighs: it says what `it` and `they` are. */
const OTHER_CLAUSE_WEIGHT = 0.5;
/** Below this a word of every chunk would weigh nothing. */
const IDF_MIN = 0.05;

export interface QuestionWordsOptions {
  /** ISO 639-1 code that decides the terms; null when unknown. */
  readonly language: string | null;
  /** Words of earlier turns at their weights; none of them in the question. */
  readonly carried: readonly WeightedTerm[];
  /** Such words that led to the passages, but are not to count; those of long forms, too. */
  readonly setAside?: readonly WeightedTerm[];
  readonly corpus: CorpusWords;
  readonly namesDocuments?: boolean;
  /** Part of the question that is to be answered: the rest weighs less. */
  readonly clause?: Clause;
  /** What unknown words are taken for; such a word weighs what the word that is meant does. */
  readonly spellings?: Spellings | undefined;
}

export function questionWords(text: string, options: QuestionWordsOptions): QuestionWords {
  const { language, carried, setAside = [], corpus, namesDocuments = false } = options;
  const words: QuestionWord[] = [];
  const positions = new Map<string, number>();
  const pairs: [number, number][] = [];
  const background = Math.log((corpus.chunks + BACKGROUND_CHUNKS + 1) / (corpus.chunks + 1));
  const idfOfAbsent = corpus.idf('');
  const add = (term: string, weight: number, about: Pick<QuestionWord, 'isName' | 'isCarried'>) => {
    const spellings = options.spellings?.get(term)?.map((reading) => reading.term) ?? [];
    const meant = spellings[0] ?? term;
    const idf = corpus.idf(meant);
    positions.set(term, words.length);
    words.push({
      term,
      weight: weight * Math.max(idf + background, IDF_MIN),
      indexWeight: weight * idf,
      isKnown: idf < idfOfAbsent,
      spellings,
      groups: groupsOf(meant, language),
      ...about,
    });
  };

  let before: number | undefined;
  const tokens = analyze(text, language);
  const isContent = (token: Token) => token.kind !== 'stop' && !FILLERS.has(token.surface.toLowerCase());
  // "To be or not to be" is about its stop words: they count where there is nothing else.
  const hasContent = carried.length > 0 || tokens.some(isContent);
  const aside = asideStart(text) ?? text.length;
  const { clause = { start: 0, end: text.length } } = options;
  const weightOf = ({ start }: Token) =>
    start < clause.start || start >= clause.end ? OTHER_CLAUSE_WEIGHT : start >= aside ? ASIDE_WEIGHT : 1;
  for (const [i, token] of tokens.entries()) {
    if (hasContent && !isContent(token)) continue;
    const isName = token.kind === 'number' || (token.capitalised && i > 0);
    if (!positions.has(token.term)) add(token.term, weightOf(token), { isName, isCarried: false });
    const position = positions.get(token.term)!;
    if (before !== undefined && before !== position) pairs.push([before, position]);
    before = position;
  }
  for (const { term, weight } of carried) {
    if (!positions.has(term)) add(term, weight, { isName: false, isCarried: true });
  }
  const asked = text.slice(clause.start, clause.end);
  return {
    type: questionType(asked),
    form: askedForm(asked),
    language,
    words,
    pairs,
    counted: [...countedTerms(text, tokens, clause)].flatMap((term) => positions.get(term) ?? []),
    role: roleIn(asked, (part) =>
      analyze(part, language).flatMap((token) => (isContent(token) ? (positions.get(token.term) ?? []) : [])),
    ),
    setAside: new Map(setAside.map(({ term, weight }) => [term, weight * corpus.idf(term)])),
    chunks: corpus.chunks,
    namesDocuments,
    showsContinuation: continuesEarlier(text),
  };
}

/** @param positionsOf Of the content words of a part of the question. */
function roleIn(question: string, positionsOf: (part: string) => number[]): QuestionWords['role'] {
  const asked = askedRole(question);
  if (!asked) return null;
  const held = positionsOf(asked.role);
  const owner = positionsOf(asked.owner);
  return held.length > 0 && owner.length > 0 ? { held, owner } : null;
}

/** Words that say what kind of answer is wanted, not what it is about: no passage has to repeat them. */
const FILLERS = new Set(
  'about also called could describe during explain give happen happened happens kind list long many mean means might more most much must name named often over please same shall should some tell type up upon would'.split(
    ' ',
  ),
);
