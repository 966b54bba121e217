import type { Answer, AnswerEvent, AnswerMeta, Question } from '../answer.ts';
import type { NothingWritten } from './written-answer.ts';

/** BCP 47's tag for an undetermined language. */
export const UNKNOWN_LANGUAGE = 'und';

/** Initial metadata of every answer: nothing stated, nothing cited. */
export function blankMeta(question: Question, correlationId: string): AnswerMeta {
  return {
    correlationId,
    conversationId: question.conversationId,
    mode: question.mode,
    language: UNKNOWN_LANGUAGE,
    model: 'extractive',
    grounded: null,
    groundedScore: null,
    statements: [],
    refused: false,
    synthesized: false,
    reviewEntryId: null,
    standalone: question.text,
    retrieval: { candidates: 0, bestScore: 0, query: question.text },
    usage: null,
    timingsMs: { retrieve: 0, generate: 0, total: 0 },
  };
}

/**
 * An answer without citations: a greeting or a refusal.
 *
 * @param options.related Passages that may help.
 * @param options.sent What was already sent.
 */
export function* replyWithoutSources(
  text: string,
  meta: AnswerMeta,
  { related = [], sent = 'nothing' }: { related?: Answer['related']; sent?: NothingWritten['sent'] } = {},
): Generator<AnswerEvent> {
  if (sent === 'nothing') yield { type: 'sources', sources: [] };
  if (sent !== 'text') yield { type: 'token', delta: text };
  yield { type: 'done', answer: { text, sources: [], related, meta } };
}
