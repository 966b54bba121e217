import type { Passage } from '../retrieval/passage.ts';
import type { Question } from './answer.ts';
import { type ExtractedSentence, extractSentences, type ReadPassage, rankSentences } from './extract.ts';
import type { StandaloneQuery } from './follow-up.ts';
import { answerProbability } from './gate.ts';
import type { AnalysedPassage } from './passage-analysis.ts';
import { type CorpusWords, type QuestionWords, questionWords } from './question-words.ts';
import type { CandidateSentence } from './sentence-features.ts';
import { createWordMatcher, type WordMatcher } from './word-match.ts';

/** What the passages have to say to a question, and how probable it is that they answer it. */
export interface Finding {
  readonly words: QuestionWords;
  readonly match: WordMatcher;
  /** Best first. */
  readonly passages: readonly ReadPassage[];
  /** All their sentences that may be quoted, the best first. */
  readonly ranked: readonly CandidateSentence[];
  /** The sentences that answer best; empty when there is nothing to quote. */
  readonly extracted: readonly ExtractedSentence[];
  /** That the best of them answers, 0–1. */
  readonly probability: number;
}

export interface FindingContext {
  readonly query: StandaloneQuery;
  /** ISO 639-1 code of the question's terms; null when unknown. */
  readonly language: string | null;
  readonly corpus: CorpusWords;
  readonly analyse: (passage: Passage) => AnalysedPassage;
}

/** Looks for the sentences that answer a question: extract → gate. */
export function findSentences(
  question: Pick<Question, 'mode'> & Partial<Pick<Question, 'filter'>>,
  passages: readonly Passage[],
  { query, language, corpus, analyse }: FindingContext,
): Finding {
  const namesDocuments = question.filter?.docIds !== undefined;
  const words = questionWords(query.question, { language, carried: query.carried, corpus, namesDocuments });
  const match = createWordMatcher(words.words);
  const read = passages.map((passage) => ({ passage, analysis: analyse(passage) }));
  const ranked = rankSentences(words, read, match);
  const extracted = extractSentences(words, read, { mode: question.mode, match, ranked });
  const best = extracted[0];
  const probability = best ? answerProbability(words, best, match) : 0;
  return { words, match, passages: read, ranked, extracted, probability };
}

/** Whether passages are good enough to answer from. */
export function isAnswerable({ probability }: Finding, scoreThreshold: number): boolean {
  return probability > 0 && probability >= scoreThreshold;
}
