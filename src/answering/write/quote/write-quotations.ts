import { EXTRACTIVE } from '../../../kernel/model-providers.ts';
import type { AnswerEvent } from '../../answer.ts';
import { answerParts, statementsOf } from '../statements.ts';
import type { NothingWritten, WritingTask, WrittenAnswer } from '../written-answer.ts';
import { type QuotedAnswer, quoteAnswer, quoteDocuments } from './quote-answer.ts';
import { quoteOpenings } from './quote-openings.ts';

/** Writes the passages found, each with its source; nothing where a text is to be written. */
export function* writeQuotations(task: WritingTask): Generator<AnswerEvent, WrittenAnswer | NothingWritten> {
  if (task.query.asksToWrite) return { ...NOTHING, isUnwritable: true };
  const answer = quotedAnswer(task);
  return answer ? yield* sendQuotations(answer) : NOTHING;
}

function quotedAnswer({ question, query, finding, openings }: WritingTask): QuotedAnswer | undefined {
  if (query.ofDocuments?.asks === 'which') return quoteDocuments(question, finding);
  // Elsewhere a document tells of other texts and their authors.
  if (openings) return quoteOpenings(openings, finding);
  return quoteAnswer(question, finding);
}

const NOTHING: NothingWritten = { sent: 'nothing', model: EXTRACTIVE };

/** Sends a quoted answer as events. */
export function* sendQuotations(answer: QuotedAnswer): Generator<AnswerEvent, WrittenAnswer> {
  yield { type: 'sources', sources: answer.sources };
  yield* quotationTokens(answer);
  return writtenQuotations(answer);
}

export function* quotationTokens({ texts }: QuotedAnswer): Generator<AnswerEvent, void> {
  for (const delta of answerParts(texts)) yield { type: 'token', delta };
}

export function writtenQuotations({ texts, ...answer }: QuotedAnswer): WrittenAnswer {
  return {
    ...answer,
    text: answerParts(texts).join(''),
    statements: statementsOf(texts),
    gist: texts
      .flatMap(({ text, marked }) => marked.map(({ start, end }) => text.slice(start, end)))
      .join(' '),
    model: EXTRACTIVE,
  };
}
