import { EXTRACTIVE } from '../model-providers.ts';
import type { AnswerEvent } from './answer.ts';
import { type QuotedAnswer, quoteAnswer } from './quote-answer.ts';
import { answerParts, statementsOf } from './statements.ts';
import type { NothingWritten, WritingTask, WrittenAnswer } from './written-answer.ts';

/** Writes the sentences found, each with its source. */
export function* writeQuotations({
  question,
  finding,
}: WritingTask): Generator<AnswerEvent, WrittenAnswer | NothingWritten> {
  const answer = quoteAnswer(question, finding);
  if (!answer) return NOTHING;
  return yield* sendQuotations(answer);
}

const NOTHING: NothingWritten = { sent: 'nothing', model: EXTRACTIVE };

/** Sends a quoted answer as events. */
export function* sendQuotations(answer: QuotedAnswer): Generator<AnswerEvent, WrittenAnswer> {
  yield { type: 'sources', sources: answer.sources };
  yield* quotationTokens(answer);
  return writtenQuotations(answer);
}

export function* quotationTokens({ sentences }: QuotedAnswer): Generator<AnswerEvent, void> {
  for (const delta of answerParts(sentences)) yield { type: 'token', delta };
}

export function writtenQuotations(answer: QuotedAnswer): WrittenAnswer {
  const { sentences, sources, grounding, isSynthesized, language } = answer;
  return {
    text: answerParts(sentences).join(''),
    sources,
    statements: statementsOf(sentences, grounding.statements),
    grounding,
    isSynthesized,
    language,
    model: EXTRACTIVE,
  };
}
