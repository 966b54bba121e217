import { asError, RefusedError } from '../errors.ts';
import type { ApiKey } from '../ports/access-store.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { Caller } from './permissions.ts';

const DAY_MS = 86_400_000;

export type AnswerQuota = ReturnType<typeof createAnswerQuota>;

/** How many questions a key may ask in 24 hours, which begin with its first one. */
export function createAnswerQuota(parts: {
  store: Pick<KeyValueStore, 'increment' | 'get'>;
  logger: Logger;
  now: () => number;
}) {
  const { store, logger, now } = parts;
  const placeOf = ({ keyId }: ApiKey) => `answers/${keyId}`;

  async function orNothing<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      logger.warn('Answers to a key cannot be counted', { error: asError(error) });
      return null;
    }
  }

  return {
    /**
     * Counts a question. When the store fails it is answered uncounted.
     *
     * @throws {RefusedError} `quota_exceeded`
     */
    async count({ key }: Caller): Promise<void> {
      if (key === null || key === 'API_KEY' || key.answersPerDay === null) return;
      const counted = await orNothing(store.increment(placeOf(key), { ttlMs: DAY_MS }));
      if (!counted || counted.count <= key.answersPerDay) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((counted.expiresAt - now()) / 1_000));
      throw new RefusedError({ code: 'quota_exceeded', limit: key.answersPerDay, retryAfterSeconds });
    },
    /** Questions counted for a key in its present day; null when the store fails. */
    used: (key: ApiKey): Promise<number | null> =>
      orNothing(store.get(placeOf(key)).then((count) => Number(count ?? 0))),
  };
}
