import type { QueryVariant } from '../../ports/search-index.ts';
import type { AskingClause } from '../../question/asking-clauses.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import { fillersOf } from '../../question/question-terms.ts';
import type { QuestionType } from '../../question/question-type.ts';
import type { Token } from '../../text/analyzer.ts';
import { isHangul, wordShares } from './word-shares.ts';

/** A question, analysed for the ranking of sentences. */
export interface QuestionWords {
  readonly type: QuestionType;
  /** ISO 639-1 code of the language that the terms were analysed in; null when unknown. */
  readonly language: string | null;
  /** Content words, each once: the question's own in their order, then those carried from earlier turns. */
  readonly words: readonly QuestionWord[];
  /**
   * Search terms that are not words of the question (from earlier turns and wordings) and do not count here: term →
   * `indexWeight`.
   */
  readonly setAside: ReadonlyMap<string, number>;
  /** Chunks in the corpus when the weights were computed. */
  readonly chunks: number;
  /** Whether the request names the documents to search. */
  readonly namesDocuments: boolean;
  /** Whether the words of the question show that it continues an earlier one. */
  readonly continues: boolean;
}

export interface QuestionWord {
  readonly term: string;
  /** Its weight in the query × its idf, smoothed for small corpora (`BACKGROUND_CHUNKS`). > 0. */
  readonly weight: number;
  /** The same with the idf of the index. */
  readonly indexWeight: number;
  /** A number, or capitalised and not the first word: a passage should have it. */
  readonly isName: boolean;
  readonly isCarried: boolean;
  /** Its share in a word of the question: 1, or less for bigrams of Hangul and Thai; the gate ignores those of 0. */
  readonly share: number;
  /** Whether the corpus has the word, or a correction of it. */
  readonly isKnown: boolean;
  /** Similarly spelt terms of the corpus that replace an unknown word. */
  readonly spellings: readonly string[];
  /** What a passage may say instead. */
  readonly variants: readonly QueryVariant[];
}

/** Corpus statistics for weighing words. */
export interface CorpusWords {
  readonly chunks: number;
  /**
   * Inverse document frequency of a term in the index, ln((chunks + 1) / (df + ½)). The empty term, which no chunk
   * holds, has the maximum.
   */
  idf(term: string): number;
}

/**
 * Chunks without any word of the question that are added to the corpus for weighing. In a corpus of three chunks a word
 * in one of them would otherwise have half the weight of a word in none.
 */
const BACKGROUND_CHUNKS = 100;
/** Weight of a word of the other clause, which says what `it` and `they` are. */
const OTHER_CLAUSE_WEIGHT = 0.5;
/** Minimum idf, so that a word in every chunk still counts. */
const IDF_MIN = 0.05;

export interface QuestionWordsOptions {
  /** ISO 639-1 code of the language to analyse the question in; null when unknown. */
  readonly language: string | null;
  readonly corpus: CorpusWords;
  readonly namesDocuments?: boolean;
  /** Only its own words count; those carried over from earlier turns are set aside. */
  readonly isAlone?: boolean;
  /** Part of the question to answer; the rest has less weight. */
  readonly clause?: AskingClause;
}

/** Gives each word of a question its weight in the corpus. An unknown word has the weight of its first correction. */
export function questionWords(question: ParsedQuestion, options: QuestionWordsOptions): QuestionWords {
  const { language, corpus, namesDocuments = false, isAlone = false, clause } = options;
  const { asked, wordings = [] } = question;
  const carried = isAlone ? [] : question.carried;
  const setAside = [...(isAlone ? question.carried : []), ...wordings];
  const words: { -readonly [Key in keyof QuestionWord]: QuestionWord[Key] }[] = [];
  const positions = new Map<string, number>();
  const background = Math.log((corpus.chunks + BACKGROUND_CHUNKS + 1) / (corpus.chunks + 1));
  const idfOfAbsent = corpus.idf('');
  const add = (term: string, weight: number, about: Pick<QuestionWord, 'isName' | 'isCarried' | 'share'>) => {
    const spellings = question.spellings?.get(term)?.map((reading) => reading.term) ?? [];
    const meant = spellings[0] ?? term;
    const idf = corpus.idf(meant);
    positions.set(term, words.length);
    words.push({
      term,
      weight: weight * Math.max(idf + background, IDF_MIN),
      indexWeight: weight * idf,
      isKnown: idf < idfOfAbsent,
      spellings,
      variants: question.variants?.get(meant) ?? [],
      ...about,
    });
  };

  const tokens = asked.tokens(language);
  const fillers = fillersOf(language);
  const isAbsent = (term: string) => corpus.idf(term) >= idfOfAbsent && !question.spellings?.has(term);
  const isContent = ({ kind, surface }: Token) => kind !== 'stop' && !fillers.has(surface.toLowerCase());
  // Stop words count only if there are no other words: "To be or not to be".
  const hasContent = carried.length > 0 || tokens.some(isContent);
  const { type } = clause ?? question;
  const part = clause ?? { start: 0, end: asked.text.length };
  const weightOf = ({ start }: Token) => (start < part.start || start >= part.end ? OTHER_CLAUSE_WEIGHT : 1);
  let unknown: Token | undefined;
  const shares = wordShares(tokens, { isKnown: (term) => !isAbsent(term), idf: corpus.idf });
  for (const [i, token] of tokens.entries()) {
    const share = shares[i]!;
    if (share === 0 && isHangul(token)) continue;
    if (hasContent && !isContent(token)) continue;
    if (unknown && token.end <= unknown.end) {
      const position = positions.get(unknown.term)!;
      words[position]!.weight += weightOf(token) * Math.max(corpus.idf(token.term) + background, IDF_MIN);
      continue;
    }
    if (IDENTIFIER.test(token.term) && corpus.idf(token.term) >= idfOfAbsent) unknown = token;
    const isName = token.kind === 'number' || (token.capitalised && i > 0);
    const weight = weightOf(token) * (isHangul(token) ? share : 1);
    if (!positions.has(token.term)) add(token.term, weight, { isName, isCarried: false, share });
    const position = positions.get(token.term)!;
    words[position]!.share = Math.max(words[position]!.share, share);
  }
  for (const { term, weight } of carried) {
    if (!positions.has(term)) add(term, weight, { isName: false, isCarried: true, share: 1 });
  }
  return {
    type,
    language,
    words,
    setAside: new Map(setAside.map(({ term, weight }) => [term, weight * corpus.idf(term)])),
    chunks: corpus.chunks,
    namesDocuments,
    continues: question.continues,
  };
}

/**
 * `2.4.0`, `T2`. Where the corpus lacks it, its parts belong to other things: they match nothing, and their weight is
 * added to its own.
 */
const IDENTIFIER = /^(?:\p{L}\p{N}+|\p{N}+(?:\.\p{N}+)+)$/u;
