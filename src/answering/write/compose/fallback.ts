import { EXTRACTIVE } from '../../../kernel/model-providers.ts';
import type { AnswerEvent } from '../../answer.ts';
import type { Finding } from '../../judge/finding.ts';
import { type QuotedAnswer, quoteAnswer } from '../quote/quote-answer.ts';
import { quotationTokens, writtenQuotations } from '../quote/write-quotations.ts';
import type { NothingWritten, WritingTask, WrittenAnswer } from '../written-answer.ts';

/**
 * Quotes the passages in place of a failed model, numbered as in the `sources` event. A stream that has already shown
 * text gets no more tokens: `done` replaces the partial answer by a whole one.
 *
 * @param sent What was already sent of the model's answer.
 * @param shown The passages in the order that they were numbered in.
 */
export function* fallBack(
  { question, finding }: Pick<WritingTask, 'question' | 'finding'>,
  { sent, shown }: Pick<NothingWritten, 'sent'> & { shown: Finding },
): Generator<AnswerEvent, WrittenAnswer | NothingWritten> {
  const quoted = quoteAnswer(question, finding);
  if (!quoted) return { sent, model: EXTRACTIVE, isFallback: true };
  const answer = withNumbersOf(shown, quoted);
  if (sent !== 'text') yield* quotationTokens(answer);
  return { ...writtenQuotations(answer), isFallback: true };
}

function withNumbersOf({ passages }: Finding, answer: QuotedAnswer): QuotedAnswer {
  const numbers = new Map(passages.map(({ passage }, i) => [passage.chunkId, i + 1]));
  // A passage that was not in the prompt has a number behind those that were.
  for (const { chunkId } of answer.sources) if (!numbers.has(chunkId)) numbers.set(chunkId, numbers.size + 1);
  const numberOf = (n: number) => numbers.get(answer.sources[n - 1]!.chunkId)!;
  return {
    ...answer,
    texts: answer.texts.map((text) => ({ ...text, citations: text.citations.map(numberOf) })),
    sources: answer.sources.map((source) => ({ ...source, n: numberOf(source.n) })).sort((a, b) => a.n - b.n),
  };
}
