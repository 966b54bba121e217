import type { Refusal } from '../errors.ts';
import type { Counter, KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';

const WINDOW_MS = 60_000;
/** A store that has not answered by then has failed: no request waits longer for its number. */
const STORE_TIMEOUT_MS = 100;
/** A store that has failed is left alone for so long, so that only one request in that time waits for it. */
const STORE_PAUSE_MS = 1_000;

export interface RateLimiter {
  /**
   * Counts a request of `client`. A store that fails lets it through at once, and then there are no figures: those that
   * could be told would be invented.
   */
  count(client: string): Promise<RateLimitResult>;
}

export interface RateLimitResult {
  /** `X-RateLimit-*`: what the response tells of the window. */
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: Refusal | undefined;
}

const UNLIMITED: RateLimitResult = { headers: {}, refusal: undefined };

/**
 * A window of one minute a client; it begins with the client's first request.
 *
 * @param parts `perMinute`: requests that a window has, 0 for no limit. `now`: milliseconds since the epoch.
 */
export function createRateLimiter(parts: {
  counters: Pick<KeyValueStore, 'increment'>;
  perMinute: number;
  logger: Logger;
  now: () => number;
}): RateLimiter {
  const { counters, perMinute, logger, now } = parts;
  if (perMinute === 0) return { count: async () => UNLIMITED };
  /** While the store fails: when it is asked again, and how many requests went uncounted. */
  let outage: { askAgainAt: number; uncounted: number } | undefined;

  async function increment(client: string): Promise<Counter | undefined> {
    if (outage) {
      outage.uncounted += 1;
      if (now() < outage.askAgainAt) return undefined;
      // Whoever comes while this one asks does not.
      outage.askAgainAt = now() + STORE_PAUSE_MS;
    }
    try {
      const counter = await withinTime(counters.increment(`limit/${client}`, { ttlMs: WINDOW_MS }));
      if (outage) logger.info('Requests are counted again', { uncounted: outage.uncounted });
      outage = undefined;
      return counter;
    } catch (error) {
      if (!outage) {
        outage = { askAgainAt: now() + STORE_PAUSE_MS, uncounted: 1 };
        logger.warn('Requests cannot be counted, and are let through', { error: error as Error });
      }
      return undefined;
    }
  }

  return {
    async count(client) {
      const counter = await increment(client);
      return counter ? resultOf(counter, { limit: perMinute, nowMs: now() }) : UNLIMITED;
    },
  };
}

/** What the `count`-th request of a window is told, and whether it was one too many. */
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

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`No answer within ${STORE_TIMEOUT_MS} ms`)),
    STORE_TIMEOUT_MS,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
