import { type QuestionWords, type QuestionWordsOptions, questionWords } from './question-words.ts';
import { createWordMatcher, type WordMatcher } from './word-match.ts';

/** A question prepared for searching passages for its answer. */
export interface AskedQuestion {
  readonly words: QuestionWords;
  readonly match: WordMatcher;
}

/**
 * Questions cached with what they find in passages: about 40 KB each. Each is used twice, to rank passages by where the
 * answer is and to quote it, and concurrent questions come in between.
 */
const QUESTIONS_MAX = 8;

/**
 * Analyses a question. Recent ones without words from earlier turns are cached: the same input gives the same object.
 */
export function askQuestion(text: string, options: QuestionWordsOptions): AskedQuestion {
  const known = remembered.find((each) => each.text === text && isSame(each, options));
  if (known) return known.asked;
  const idfs = new Map<string, number>();
  const idf = (term: string) => {
    const found = options.corpus.idf(term);
    idfs.set(term, found);
    return found;
  };
  const { chunks } = options.corpus;
  const words = questionWords(text, { ...options, corpus: { chunks, idf } });
  const asked = { words, match: createWordMatcher(words.words) };
  if (standsAlone(options)) {
    const { language, spellings, variants, namesDocuments = false } = options;
    if (remembered.length === QUESTIONS_MAX) remembered.shift();
    remembered.push({ text, language, spellings, variants, namesDocuments, chunks, idfs, asked });
  }
  return asked;
}

interface Remembered extends Pick<QuestionWordsOptions, 'language' | 'spellings' | 'variants'> {
  readonly text: string;
  readonly namesDocuments: boolean;
  readonly chunks: number;
  /** Idf of its terms when it was weighed: the corpus may change at any time. */
  readonly idfs: ReadonlyMap<string, number>;
  readonly asked: AskedQuestion;
}

const remembered: Remembered[] = [];

function standsAlone({ carried, setAside = [], clause }: QuestionWordsOptions): boolean {
  return carried.length === 0 && setAside.length === 0 && clause === undefined;
}

function isSame(one: Remembered, options: QuestionWordsOptions): boolean {
  const { language, spellings, variants, namesDocuments = false, corpus } = options;
  if (
    !standsAlone(options) ||
    one.language !== language ||
    one.spellings !== spellings ||
    one.variants !== variants
  )
    return false;
  if (one.namesDocuments !== namesDocuments || one.chunks !== corpus.chunks) return false;
  for (const [term, idf] of one.idfs) if (corpus.idf(term) !== idf) return false;
  return true;
}
