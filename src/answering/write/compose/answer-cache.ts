import { createCache } from '../../../cache.ts';
import type { WrittenAnswer } from '../written-answer.ts';

/** Size of all answers, as JSON in UTF-16. */
const BYTES_MAX = 67_108_864;

/** Cache of answers written by a model. Bounded by number, bytes and age; answers that were not used lately go first. */
export interface AnswerCache {
  /** @param key Everything that an answer depends on. */
  find(key: string): WrittenAnswer | undefined;
  /** @param question The standalone question. */
  keep(key: string, answer: WrittenAnswer, question: string): void;
  /** Drops every answer to this question, and this answer to any question, once people have judged it. */
  forget(judged: { question: string; answer: string }): void;
  /** Calls of `forget` so far. An answer begun before the last one may be the judged one, so it must not be kept. */
  readonly judgements: number;
}

/**
 * @param parts.answersMax Upper bound; at least half as many are cached.
 * @param parts.ttlMs Milliseconds, by `now`.
 * @param parts.questionKey The same for equal questions.
 */
export function createAnswerCache(parts: {
  answersMax: number;
  ttlMs: number;
  questionKey: (question: string) => string;
  now: () => number;
  bytesMax?: number;
}): AnswerCache {
  const { answersMax, ttlMs, questionKey, now, bytesMax = BYTES_MAX } = parts;
  const answers = createCache<string, CachedAnswer>({
    // Each answer takes its share of both bounds; the smallest cache holds one answer in each of its generations.
    ...{ sizeMax: 1, sizeOf: ({ bytes }) => Math.max(1 / Math.max(2, answersMax), bytes / bytesMax) },
  });
  let judgements = 0;

  return {
    find(key) {
      const found = answers.get(key);
      return found && found.until > now() ? found.answer : undefined;
    },

    keep(key, answer, question) {
      answers.set(key, {
        answer,
        question: questionKey(question),
        until: now() + ttlMs,
        bytes: 2 * (JSON.stringify(answer).length + question.length + key.length),
      });
    },

    forget({ question, answer }) {
      judgements += 1;
      const judged = questionKey(question);
      for (const [key, entry] of answers.entries())
        if (entry.question === judged || entry.answer.text === answer) answers.delete(key);
    },

    get judgements() {
      return judgements;
    },
  };
}

interface CachedAnswer {
  readonly answer: WrittenAnswer;
  readonly question: string;
  readonly until: number;
  readonly bytes: number;
}
