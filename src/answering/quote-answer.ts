import type { Question, Source } from './answer.ts';
import { type CitedSentence, cite } from './citation.ts';
import { type Finding, isAnswerable } from './finding.ts';
import { answerProbability } from './gate.ts';
import { checkGrounding, type Grounding } from './grounding.ts';
import { plainQuotation } from './quotation.ts';
import { quotedParts } from './quoted-parts.ts';

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
  const [best] = extracted;
  const parts = quotedParts(extracted, finding);
  const { sentences, sources } = cite(
    parts.map(({ found, ...range }) => ({
      passage: found.passage,
      ...range,
      probability:
        found === best
          ? probability
          : Math.min(probability, answerProbability(words, { ...found, agreement }, match)),
    })),
  );
  const grounding = checkGrounding(
    parts.map(({ found, start, end }) => ({
      text: plainQuotation(found.passage.text.slice(start, end)),
      evidence: [found],
    })),
  );
  if (question.mode === 'strict' && grounding.verdict === 'unsupported') return undefined;
  // `open` asks for what goes beyond the documents, which quotations never do: they are not put together to that end.
  const isSynthesized = question.mode !== 'open' && new Set(sources.map(({ docId }) => docId)).size > 1;
  return { sentences, sources, grounding, isSynthesized, language: extracted[0]!.passage.language };
}
