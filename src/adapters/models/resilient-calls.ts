import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedError } from '../../errors.ts';
import type { Logger } from '../../ports/logger.ts';
import { createCallSlots } from './call-slots.ts';
import { createCircuitBreaker, type Pass } from './circuit-breaker.ts';
import type { ModelUsage } from './model-usage.ts';
import { mayPass, ProviderFailure } from './provider-failure.ts';
import { createRetryBudget } from './retry-budget.ts';
import { withoutSecrets } from './secrets.ts';

const ATTEMPTS_MAX = 2;
/** A second attempt waits a uniformly random time up to this, on top of the provider's Retry-After. */
const BACKOFF_MAX_MS = 500;
/** Retry-After when the provider gave none. */
const BUSY_SECONDS = 5;
const QUEUE_SECONDS = 1;

/**
 * Calls to one model without streaming: bounded in number and time, withheld while the provider is down, and retried
 * once when that may help. Streams use `language/resilient-model.ts`.
 */
export interface ResilientCalls {
  /**
   * @param options.limitMs For both attempts together.
   * @throws {RefusedError} `model_busy` for temporary failures, `model_failed` for permanent ones.
   * @throws The signal's reason when `signal` aborts.
   */
  run<T>(
    call: (signal: AbortSignal) => Promise<T>,
    options: { limitMs: number; signal?: AbortSignal | undefined },
  ): Promise<T>;
}

/**
 * @param of.what Name for the log, such as `Embedding model`.
 * @param of.now Milliseconds, monotonic.
 * @param of.random From 0 to 1.
 */
export function createResilientCalls(of: {
  what: string;
  modelId: string;
  concurrency: number;
  waitingMax: number;
  usage: ModelUsage;
  logger: Logger;
  /** Masked in what the provider says. */
  secrets: readonly string[];
  now: () => number;
  random: () => number;
}): ResilientCalls {
  const { what, modelId, usage, logger, now, random } = of;
  const slots = createCallSlots(of);
  const breaker = createCircuitBreaker({ now });
  usage.watch(modelId, breaker.isOpen);
  const budget = createRetryBudget();

  /** @throws {ProviderFailure} When the call fails. */
  async function once<T>(call: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, attempt: number) {
    if (breaker.waitMs() > 0) throw declined(breaker.waitMs() / 1000, 'The provider is down');
    const giveBack = await slots.take(signal);
    if (!giveBack) throw declined(QUEUE_SECONDS, 'Too many calls wait');
    const startedAt = now();
    try {
      const pass = breaker.enter();
      if ('waitMs' in pass) throw declined(pass.waitMs / 1000, 'The provider is down');
      return await noted(
        () => call(signal),
        pass,
        (outcome) => ({
          ...{ model: modelId, attempt, outcome },
          duration_ms: Math.round(now() - startedAt),
        }),
      );
    } finally {
      giveBack();
    }
  }

  async function noted<T>(
    call: () => Promise<T>,
    pass: Pass,
    fields: (outcome: string) => Record<string, string | number>,
  ): Promise<T> {
    usage.count(modelId, { calls: 1 });
    try {
      const value = await call();
      pass.succeeded();
      budget.succeeded();
      logger.debug(`${what} called`, fields('ok'));
      return value;
    } catch (caught) {
      if (!(caught instanceof ProviderFailure)) {
        // The caller has left, or Docent itself rejects the result.
        pass.left();
        throw caught;
      }
      const error = withoutSecrets(caught, of.secrets);
      usage.count(modelId, { failures: 1 });
      // A provider that rejects a request is up.
      if (error.kind === 'rejected') pass.succeeded();
      else pass.failed();
      const { kind, status, said, cause } = error;
      const known = cause instanceof Error ? cause : undefined;
      logger.warn(`${what} call failed`, { ...fields(kind), status, said, error: known });
      throw error;
    }
  }

  function declined(seconds: number, why: string): RefusedError {
    usage.count(modelId, { declined: 1 });
    logger.debug(`${what} not called`, { model: modelId, why });
    return busy(seconds);
  }

  async function attempts<T>(
    call: (signal: AbortSignal) => Promise<T>,
    limitMs: number,
    signal: AbortSignal,
  ) {
    const startedAt = now();
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(call, signal, attempt);
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        const waitMs = (error.retryAfterMs ?? 0) + random() * BACKOFF_MAX_MS;
        const isInTime = now() - startedAt + waitMs < limitMs;
        const mayRetry = attempt < ATTEMPTS_MAX && mayPass(error) && isInTime && breaker.waitMs() === 0;
        if (!mayRetry || !budget.take()) throw refusalOf(error);
        usage.count(modelId, { retries: 1 });
        await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }

  return {
    async run(call, { limitMs, signal }) {
      signal?.throwIfAborted();
      const within = new AbortController();
      const timer = setTimeout(
        () => within.abort(new ProviderFailure('silent', { said: `nothing came for ${limitMs} ms` })),
        limitMs,
      );
      const leave = () => within.abort(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
      try {
        return await attempts(call, limitMs, within.signal);
      } catch (error) {
        throw error instanceof ProviderFailure ? refusalOf(error) : error;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      }
    },
  };
}

function refusalOf(failure: ProviderFailure): RefusedError {
  const willNotPass = failure.kind === 'rejected' || failure.kind === 'malformed';
  if (willNotPass) return new RefusedError({ code: 'model_failed' }, { cause: failure });
  return busy(failure.retryAfterMs === undefined ? BUSY_SECONDS : failure.retryAfterMs / 1000, failure);
}

function busy(seconds: number, cause?: ProviderFailure): RefusedError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new RefusedError({ code: 'model_busy', retryAfterSeconds }, { cause });
}
