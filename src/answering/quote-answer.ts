import type { Retrieval } from '../retrieval/retriever.ts';
import type { Question, Source } from './answer.ts';
import { type CitedSentence, cite } from './citation.ts';
import { type ExtractedSentence, extractSentences, type ReadPassage } from './extract.ts';
import type { StandaloneQuery } from './follow-up.ts';
import { answerProbability } from './gate.ts';
import { checkGrounding, type Grounding } from './grounding.ts';
import type { AnalysedPassage } from './passage-analysis.ts';
import { type CorpusWords, questionWords } from './question-words.ts';
import { createWordMatcher } from './word-match.ts';

/** An answer made of nothing but sentences of the passages. */
export interface QuotedAnswer {
  readonly sentences: readonly CitedSentence[];
  readonly sources: readonly Source[];
  readonly grounding: Grounding;
  /** Sentences of several documents stand together: no single source says all of it. */
  readonly isSynthesized: boolean;
  /** Language of the passage that answers; null when unknown. */
  readonly language: string | null;
}

/**
 * Answers a question with the sentences of its passages: extract → gate → cite → verify.
 *
 * @returns The probability that the best passage answers, and the answer; undefined when it is below the question's
 *   threshold, when there is nothing to quote, or when `strict` meets a sentence that its source does not support.
 */
export function quoteAnswer(
  question: Pick<Question, 'text' | 'mode' | 'scoreThreshold'>,
  { passages }: Pick<Retrieval, 'passages'>,
  { query, language, corpus, analyse }: QuotingContext,
): { probability: number; answer: QuotedAnswer | undefined } {
  const words = questionWords(question.text, { language, carried: query.carried, corpus });
  const match = createWordMatcher(words.words);
  const read = passages.map((passage) => ({ passage, analysis: analyse(passage) }));

  const extracted = extractSentences(words, read, { mode: question.mode, match });
  const best = extracted[0];
  if (!best) return { probability: 0, answer: undefined };
  const probability = answerProbability(words, best, match);
  if (probability < question.scoreThreshold || probability === 0) return { probability, answer: undefined };

  const { sentences, sources } = cite(
    extracted.map((sentence) => ({
      passage: sentence.passage,
      start: sentence.sentence.start,
      end: sentence.sentence.end,
      probability: Math.min(probability, answerProbability(words, sentence, match)),
    })),
  );
  const grounding = checkGrounding(
    sentences.map(({ text, citations }) => ({
      text,
      evidence: citations.map((n) => evidenceOf(n, sources, extracted)),
    })),
  );
  if (question.mode === 'strict' && grounding.verdict === 'unsupported')
    return { probability, answer: undefined };
  const isSynthesized = new Set(sources.map(({ docId }) => docId)).size > 1;
  return {
    probability,
    answer: { sentences, sources, grounding, isSynthesized, language: best.passage.language },
  };
}

export interface QuotingContext {
  readonly query: StandaloneQuery;
  /** ISO 639-1 code of the question's terms; null when unknown. */
  readonly language: string | null;
  readonly corpus: CorpusWords;
  readonly analyse: (passage: ReadPassage['passage']) => AnalysedPassage;
}

function evidenceOf(
  n: number,
  sources: readonly Source[],
  extracted: readonly ExtractedSentence[],
): ReadPassage {
  const source = sources[n - 1]!;
  return extracted.find(({ passage }) => passage.chunkId === source.chunkId)!;
}
