import type { CurationStore, FeedbackRecord, NewFeedback } from '../ports/curation-store.ts';
import type { AnswerLog } from './answer-log.ts';
import { questionKey } from './question-key.ts';

/** With what is known of the answer; the rest is filled in. */
type GivenFeedback = Pick<NewFeedback, 'feedbackId' | 'replaces' | 'rating' | 'now'> &
  Readonly<Partial<Record<'correlationId' | 'reason' | 'question' | 'answer', string | undefined>>>;

export type Feedback = ReturnType<typeof createFeedback>;

/** Ratings and comments on answers. */
export function createFeedback(parts: {
  store: Pick<CurationStore, 'addFeedback' | 'feedback'>;
  answerLog: Pick<AnswerLog, 'find'>;
  /** Called for each thumb down. */
  onRatedDown?: ((feedback: FeedbackRecord) => void) | undefined;
}) {
  const { store, answerLog, onRatedDown } = parts;

  return {
    /**
     * Fills in a missing question or answer when the correlation id is known; a blank reason is none. What it returns is
     * durable.
     */
    async record(given: GivenFeedback): Promise<FeedbackRecord> {
      const { correlationId, reason, question, answer } = given;
      const answered = correlationId === undefined ? undefined : await answerLog.find(correlationId);
      const record = await store.addFeedback({
        ...given,
        correlationId: correlationId ?? null,
        reason: reason || null,
        question: question ?? answered?.question ?? null,
        answer: answer ?? answered?.answer ?? null,
        questionKey: answered?.questionKey ?? (question === undefined ? null : questionKey(question)),
      });
      if (given.rating === 'down') onRatedDown?.(record);
      return record;
    },

    list: (...of: Parameters<CurationStore['feedback']>) => store.feedback(...of),
  };
}
