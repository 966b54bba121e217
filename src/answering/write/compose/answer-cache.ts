import { createCache } from '../../../kernel/cache.ts';
import type { WrittenAnswer } from '../written-answer.ts';

/** Size of all answers, as JSON in UTF-16. */
const BYTES_MAX = 67_108_864;

/** Cache of answers written by a model. Bounded by number, bytes and age; answers that were not used lately go first. */
export interface AnswerCache {
  /** @param key Everything that an answer depends on. */
  find(key: string): WrittenAnswer | undefined;
  add(key: string, answer: WrittenAnswer): void;
}

/**
 * @param parts.answersMax Upper bound; at least half as many are cached.
 * @param parts.ttlMs Milliseconds, by `now`.
 */
export function createAnswerCache(parts: {
  answersMax: number;
  ttlMs: number;
  now: () => number;
  bytesMax?: number;
}): AnswerCache {
  const { answersMax, ttlMs, now, bytesMax = BYTES_MAX } = parts;
  const answers = createCache<string, CachedAnswer>({
    // Each answer takes its share of both bounds; the smallest cache holds one answer in each of its generations.
    ...{ sizeMax: 1, sizeOf: ({ bytes }) => Math.max(1 / Math.max(2, answersMax), bytes / bytesMax) },
  });

  return {
    find(key) {
      const found = answers.get(key);
      return found && found.until > now() ? found.answer : undefined;
    },
    add(key, answer) {
      const bytes = 2 * (JSON.stringify(answer).length + key.length);
      answers.set(key, { answer, until: now() + ttlMs, bytes });
    },
  };
}

interface CachedAnswer {
  readonly answer: WrittenAnswer;
  readonly until: number;
  readonly bytes: number;
}
