import { endsWithin } from '../../concurrency/deadline.ts';
import { asError, type Refusal } from '../../errors.ts';
import type { Counter, KeyValueStore } from '../../ports/key-value-store.ts';
import type { Logger } from '../../ports/logger.ts';

const WINDOW_MS = 60_000;
/** Counting takes no longer: a slower store counts as failed. */
const STORE_TIMEOUT_MS = 100;
/** A failed store is left alone this long, so that only one request in that time waits for it. */
const STORE_PAUSE_MS = 1_000;

export interface RateLimitResult {
  /** `X-RateLimit-*` headers of the window. */
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: Extract<Refusal, { code: 'rate_limited' }> | undefined;
}

const UNLIMITED: RateLimitResult = { headers: {}, refusal: undefined };

/**
 * A window of one minute for each client, starting with its first request.
 *
 * @param parts `perMinute`: requests in a window, 0 for no limit. `now`: milliseconds since the epoch.
 */
export function createRateLimiter(parts: {
  counters: Pick<KeyValueStore, 'increment'>;
  perMinute: number;
  logger: Logger;
  now: () => number;
}) {
  const { counters, perMinute, logger, now } = parts;
  /** While the store fails: when to try it again, and how many requests went uncounted. */
  let outage: { askAgainAt: number; uncounted: number } | undefined;

  async function increment(client: string): Promise<Counter | undefined> {
    if (outage) {
      outage.uncounted += 1;
      if (now() < outage.askAgainAt) return undefined;
      // Concurrent requests do not wait for this attempt.
      outage.askAgainAt = now() + STORE_PAUSE_MS;
    }
    try {
      const counting = counters.increment(`limit/${client}`, { ttlMs: WINDOW_MS });
      if (!(await endsWithin(counting, STORE_TIMEOUT_MS)))
        throw new Error(`No answer within ${STORE_TIMEOUT_MS} ms`);
      const counter = await counting;
      if (outage) logger.info('Requests are counted again', { uncounted: outage.uncounted });
      outage = undefined;
      return counter;
    } catch (error) {
      if (!outage) {
        outage = { askAgainAt: now() + STORE_PAUSE_MS, uncounted: 1 };
        logger.warn('Requests cannot be counted; admitting them without a rate limit', {
          error: asError(error),
        });
      }
      return undefined;
    }
  }

  return {
    /**
     * Counts a request of `client`. When the store fails, the request passes at once without figures, which would be
     * invented.
     *
     * @param limit Its own, if it is another one; 0 for none.
     */
    async count(client: string, limit = perMinute): Promise<RateLimitResult> {
      const counter = limit === 0 ? undefined : await increment(client);
      return counter ? resultOf(counter, { limit, nowMs: now() }) : UNLIMITED;
    },
  };
}

/** The headers for the `count`-th request of a window, and whether it is over the limit. */
function resultOf(
  { count, expiresAt }: Counter,
  { limit, nowMs }: { limit: number; nowMs: number },
): RateLimitResult {
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - count)),
    'x-ratelimit-reset': String(Math.ceil(expiresAt / 1000)),
  };
  if (count <= limit) return { headers, refusal: undefined };
  const retryAfterSeconds = Math.max(1, Math.ceil((expiresAt - nowMs) / 1000));
  return { headers, refusal: { code: 'rate_limited', limit, retryAfterSeconds } };
}
