import type { CurationStore, FeedbackRecord, Rating } from '../ports/curation-store.ts';
import type { AnswerLog } from './answer-log.ts';
import { questionKey } from './question-key.ts';

export interface GivenFeedback {
  /** Later feedback with the same id replaces the earlier one. */
  readonly feedbackId: string;
  /** The id of earlier feedback that this is instead of; an unknown one is ignored. */
  readonly replaces?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly rating: Rating;
  readonly correlationId?: string | undefined;
  readonly reason?: string | undefined;
  readonly question?: string | undefined;
  readonly answer?: string | undefined;
}

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
    /** Fills in a missing question or answer when the correlation id is known. What it returns is durable. */
    async record(given: GivenFeedback): Promise<FeedbackRecord> {
      const { feedbackId, replaces, at, rating, correlationId, reason, question, answer } = given;
      const answered = correlationId === undefined ? undefined : await answerLog.find(correlationId);
      const record = await store.addFeedback({
        feedbackId,
        replaces,
        rating,
        correlationId: correlationId ?? null,
        reason: reason ?? null,
        question: question ?? answered?.question ?? null,
        answer: answer ?? answered?.answer ?? null,
        questionKey: answered?.questionKey ?? (question === undefined ? null : questionKey(question)),
        now: at,
      });
      if (rating === 'down') onRatedDown?.(record);
      return record;
    },

    list: (...of: Parameters<CurationStore['feedback']>) => store.feedback(...of),
  };
}
