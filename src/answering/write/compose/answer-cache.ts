import type { WrittenAnswer } from '../written-answer.ts';

/** Size of all answers, as JSON in UTF-16. */
const BYTES_MAX = 67_108_864;

/** Cache of answers written by a model. Bounded by number, bytes and age; the least recently used answer goes first. */
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
 * @param parts.answersMax ≥ 1.
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
  /** Least recently used first. */
  const kept = new Map<string, Kept>();
  let bytes = 0;
  let judgements = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    find(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      if (found.until <= now()) {
        drop(key);
        return undefined;
      }
      kept.delete(key);
      kept.set(key, found);
      return found.answer;
    },

    keep(key, answer, question) {
      drop(key);
      const entry = {
        answer,
        question: questionKey(question),
        until: now() + ttlMs,
        bytes: 2 * (JSON.stringify(answer).length + question.length + key.length),
      };
      if (entry.bytes > bytesMax) return;
      kept.set(key, entry);
      bytes += entry.bytes;
      for (const oldest of kept.keys()) {
        if (kept.size <= answersMax && bytes <= bytesMax) break;
        drop(oldest);
      }
    },

    forget({ question, answer }) {
      judgements += 1;
      const judged = questionKey(question);
      for (const [key, entry] of kept)
        if (entry.question === judged || entry.answer.text === answer) drop(key);
    },

    get judgements() {
      return judgements;
    },
  };
}

interface Kept {
  readonly answer: WrittenAnswer;
  readonly question: string;
  readonly until: number;
  readonly bytes: number;
}
