import type { Question, Source } from './answer.ts';
import { type CitedSentence, cite } from './citation.ts';
import type { ExtractedSentence, ReadPassage } from './extraction/extract.ts';
import { type Finding, isAnswerable } from './finding.ts';
import { answerProbability } from './gate.ts';
import { checkGrounding, type Grounding } from './grounding.ts';

/** An answer that consists of sentences of the passages only. */
export interface QuotedAnswer {
  readonly sentences: readonly CitedSentence[];
  readonly sources: readonly Source[];
  readonly grounding: Grounding;
  /** Quotes several documents: no single source says all of it. */
  readonly isSynthesized: boolean;
  /** Language of the passage that answers; null when unknown. */
  readonly language: string | null;
}

/**
 * Answers a question with the sentences found: gate → cite → verify.
 *
 * @returns undefined when their probability is below the question's threshold, or in `strict` when a source does not
 *   support its sentence.
 */
export function quoteAnswer(
  question: Pick<Question, 'mode' | 'scoreThreshold'>,
  finding: Finding,
): QuotedAnswer | undefined {
  if (!isAnswerable(finding, question.scoreThreshold)) return undefined;
  const { words, match, extracted, agreement, probability } = finding;
  const { sentences, sources } = cite(
    extracted.map((sentence) => ({
      passage: sentence.passage,
      start: sentence.sentence.start,
      end: sentence.sentence.end,
      probability: Math.min(probability, answerProbability(words, { ...sentence, agreement }, match)),
    })),
  );
  const grounding = checkGrounding(
    sentences.map(({ text, citations }) => ({
      text,
      evidence: citations.map((n) => evidenceOf(n, sources, extracted)),
    })),
  );
  if (question.mode === 'strict' && grounding.verdict === 'unsupported') return undefined;
  const isSynthesized = new Set(sources.map(({ docId }) => docId)).size > 1;
  return { sentences, sources, grounding, isSynthesized, language: extracted[0]!.passage.language };
}

function evidenceOf(
  n: number,
  sources: readonly Source[],
  extracted: readonly ExtractedSentence[],
): ReadPassage {
  const source = sources[n - 1]!;
  return extracted.find(({ passage }) => passage.chunkId === source.chunkId)!;
}
