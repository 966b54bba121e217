import { setTimeout as sleep } from 'node:timers/promises';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { RefusedError } from '../../errors.ts';
import { createCircuitBreaker, type Pass } from './circuit-breaker.ts';
import type { ModelUsage } from './model-usage.ts';
import { mayPass, type ProviderFailure } from './provider-failure.ts';
import { createRetryBudget } from './retry-budget.ts';

const ATTEMPTS_MAX = 2;
/** A second attempt waits a uniformly random time up to this, on top of the provider's Retry-After. */
const BACKOFF_MAX_MS = 500;
/** Retry-After for clients when the provider gave none. */
const BUSY_SECONDS = 5;
/** Retry-After for clients when too many calls wait: one of them will have ended by then. */
const QUEUE_SECONDS = 1;

/** Bounds the calls to one model, withholds them while its provider is down, and decides on second attempts. */
export interface CallGate {
  /**
   * Dispose of the pass when the call has ended; its outcome must be reported.
   *
   * @throws {RefusedError} `model_busy` when the call must not be made.
   * @throws The signal's reason.
   */
  enter(signal: AbortSignal): Promise<Pass & Disposable>;
  /** A call succeeded: it earns a share of a second attempt. */
  succeeded(): void;
  /** Whether to call again after `failure`; resolves when it is time to. @throws The signal's reason. */
  retry(
    failure: ProviderFailure,
    options: { attempt: number; startedAt: number; limitMs: number; signal: AbortSignal },
  ): Promise<boolean>;
}

/**
 * @param of.onDeclined Told why a call is not made.
 * @param of.now Milliseconds, monotonic.
 * @param of.random From 0 to 1.
 */
export function createCallGate(of: {
  modelId: string;
  concurrency: number;
  waitingMax: number;
  usage: ModelUsage;
  onDeclined: (why: string) => void;
  now: () => number;
  random: () => number;
}): CallGate {
  const { modelId, usage, onDeclined, now, random } = of;
  const semaphore = createSemaphore(of);
  const breaker = createCircuitBreaker({ now });
  usage.watch(modelId, breaker.isOpen);
  const budget = createRetryBudget();

  function declined(seconds: number, why: string): RefusedError {
    usage.count(modelId, { declined: 1 });
    onDeclined(why);
    return busy(seconds);
  }

  return {
    async enter(signal) {
      if (breaker.waitMs() > 0) throw declined(breaker.waitMs() / 1000, 'The provider is down');
      const release = await semaphore.acquire(signal);
      if (!release) throw declined(QUEUE_SECONDS, 'Too many calls wait');
      const pass = breaker.enter();
      if (!('waitMs' in pass)) return { ...pass, [Symbol.dispose]: release };
      release();
      throw declined(pass.waitMs / 1000, 'The provider is down');
    },

    succeeded: budget.succeeded,

    async retry(failure, { attempt, startedAt, limitMs, signal }) {
      const waitMs = (failure.retryAfterMs ?? 0) + random() * BACKOFF_MAX_MS;
      const isInTime = now() - startedAt + waitMs < limitMs;
      const mayRetry = attempt < ATTEMPTS_MAX && mayPass(failure) && isInTime && breaker.waitMs() === 0;
      if (!mayRetry || !budget.take()) return false;
      usage.count(modelId, { retries: 1 });
      await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      return true;
    },
  };
}

/** The refusal for a failure that passes by itself. */
export function busyAfter(failure: ProviderFailure): RefusedError {
  return busy(failure.retryAfterMs === undefined ? BUSY_SECONDS : failure.retryAfterMs / 1000, failure);
}

function busy(seconds: number, cause?: ProviderFailure): RefusedError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new RefusedError({ code: 'model_busy', retryAfterSeconds }, { cause });
}
