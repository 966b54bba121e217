import { setTimeout as sleep } from 'node:timers/promises';
import { linkedSignal } from '../../concurrency/deadline.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { asError, RefusedError } from '../../errors.ts';
import type { LogFields, Logger } from '../../ports/logger.ts';
import { createCircuitBreaker, type Pass } from './circuit-breaker.ts';
import type { ModelUsage } from './model-usage.ts';
import { isDeclined, mayPass, ProviderFailure } from './provider-failure.ts';
import { withoutSecrets } from './secrets.ts';

const ATTEMPTS_MAX = 2;
/** A second attempt waits a uniformly random time up to this, on top of the provider's Retry-After. */
const BACKOFF_MAX_MS = 500;
/**
 * Second attempts may be a tenth of successful calls, and up to this many are saved up: an outage of any length gets
 * three of them, however slowly calls come, so that an overloaded provider does not get twice the load.
 */
const RETRIES_PER_SUCCESS = 0.1;
const RETRIES_MAX = 3;
/** Retry-After for clients when the provider gave none. */
const BUSY_SECONDS = 5;
/** Retry-After for clients when too many calls wait: one of them will have ended by then. */
const QUEUE_SECONDS = 1;
/** Skipped calls are logged at most this often: there may be hundreds a second. */
const SKIPPED_LOG_INTERVAL_MS = 10_000;

export interface CallOptions<Part = unknown> {
  /** Name for the log, such as `Embedding model`. */
  readonly what: string;
  readonly modelId: string;
  readonly concurrency: number;
  /** Calls that may wait for one of these. */
  readonly waitingMax: number;
  readonly usage: ModelUsage;
  readonly logger: Logger;
  /** Masked in what the provider says. */
  readonly secrets: readonly string[];
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How calls that do not fail are logged. */
  readonly level?: 'debug' | 'info';
  /** Whether a part completes a reply. By default every part does. */
  readonly isLast?: (part: Part) => boolean;
  /** What to log and to count of a call: of its last part so far, and how long the first one took. */
  readonly reportOn?: (last: Part | undefined, firstMs: number | undefined) => Report;
  /** What an operator must look at before such a call can succeed; undefined where that is not known. */
  readonly adviceOn?: (failure: ProviderFailure) => string | undefined;
  /** Whether the caller should retry later. By default unless the same call would fail again. */
  readonly isBusy?: (failure: ProviderFailure) => boolean;
}

interface Report {
  readonly fields: LogFields;
  readonly tokens: { readonly promptTokens: number; readonly completionTokens: number } | null;
}

/**
 * Calls to one model: bounded in number, withheld while its provider is down, and retried once when that may help and
 * no part of a reply was seen.
 */
export function createResilientCalls<Part>(options: CallOptions<Part>) {
  const { what, modelId, usage, logger, now, random, reportOn, adviceOn } = options;
  const { level = 'debug', isLast = () => true, isBusy = isWorthWaiting } = options;
  const semaphore = createSemaphore(options);
  const breaker = createCircuitBreaker({ now });
  usage.watch(modelId, breaker.isOpen);
  let retriesLeft = RETRIES_MAX;
  const skipped = new Map<string, { loggedAtMs: number; since: number }>();

  /** The refusal of a call that is not made. */
  function skip(seconds: number, why: string): RefusedError {
    usage.count(modelId, { declined: 1 });
    const { loggedAtMs, since } = skipped.get(why) ?? { loggedAtMs: Number.NEGATIVE_INFINITY, since: 0 };
    const isDue = now() - loggedAtMs >= SKIPPED_LOG_INTERVAL_MS;
    skipped.set(why, isDue ? { loggedAtMs: now(), since: 0 } : { loggedAtMs, since: since + 1 });
    if (isDue) logger.warn(`${what} not called`, { model: modelId, why, since_last: since + 1 });
    return busy(seconds);
  }

  /** Dispose of the pass when the call has ended. @throws {RefusedError} When the call must not be made. */
  async function enter(signal: AbortSignal): Promise<Pass & Disposable> {
    if (breaker.waitMs() > 0) throw skip(breaker.waitMs() / 1000, 'The provider is down');
    const release = await semaphore.acquire(signal);
    if (!release) throw skip(QUEUE_SECONDS, 'Too many calls wait');
    const pass = breaker.enter();
    if (!('waitMs' in pass)) return { ...pass, [Symbol.dispose]: release };
    release();
    throw skip(pass.waitMs / 1000, 'The provider is down');
  }

  /** Whether to call again; resolves when it is time to. @throws The signal's reason. */
  async function mayRetry(
    failure: ProviderFailure,
    of: { attempt: number; startedAt: number; limitMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    const waitMs = (failure.retryAfterMs ?? 0) + random() * BACKOFF_MAX_MS;
    const isInTime = now() - of.startedAt + waitMs < of.limitMs;
    const isOfUse = of.attempt < ATTEMPTS_MAX && mayPass(failure) && isInTime && breaker.waitMs() === 0;
    if (!isOfUse || retriesLeft < 1) return false;
    retriesLeft -= 1;
    usage.count(modelId, { retries: 1 });
    await sleep(waitMs, undefined, { signal: of.signal }).catch(() => of.signal.throwIfAborted());
    return true;
  }

  /** @returns Why it failed, when no part was seen; a later failure is thrown. */
  async function* once(
    call: (signal: AbortSignal) => AsyncIterable<Part>,
    signal: AbortSignal,
    attempt: number,
  ): AsyncGenerator<Part, ProviderFailure | undefined> {
    using pass = await enter(signal);
    const startedAt = now();
    let firstMs: number | undefined;
    let last: Part | undefined;
    let outcome: Outcome = 'left';
    try {
      for await (const part of call(signal)) {
        last = part;
        if (isLast(part)) outcome = 'ok';
        if (firstMs === undefined) {
          firstMs = now() - startedAt;
          pass.succeeded();
        }
        yield part;
      }
      return undefined;
    } catch (error) {
      // Anything else is the signal's reason, or a bug.
      if (!(error instanceof ProviderFailure)) throw error;
      outcome = withoutSecrets(error, options.secrets);
      if (firstMs !== undefined) throw failed(outcome);
      return outcome;
    } finally {
      const fields = { model: modelId, attempt, duration_ms: Math.round(now() - startedAt) };
      const { fields: more, tokens } = reportOn?.(last, firstMs) ?? {};
      const failures = outcome instanceof ProviderFailure ? 1 : 0;
      usage.count(modelId, { calls: 1, failures, ...tokens });
      const why = signal.aborted ? asError(signal.reason).message : 'Enough was read';
      note(outcome, pass, { ...fields, ...more }, why);
    }
  }

  function note(outcome: Outcome, pass: Pass, fields: LogFields, why: string): void {
    if (outcome === 'ok') {
      retriesLeft = Math.min(RETRIES_MAX, retriesLeft + RETRIES_PER_SUCCESS);
      logger[level](`${what} called`, fields);
    } else if (outcome === 'left') {
      pass.left();
      logger[level](`${what} call given up`, { ...fields, why });
    } else {
      if (isDeclined(outcome)) pass.succeeded();
      else pass.failed();
      const { kind, status, said, cause } = outcome;
      const error = cause instanceof Error ? cause : undefined;
      const failure = { ...fields, failure: kind, status, said, error };
      const advice = adviceOn?.(outcome);
      if (advice !== undefined) logger.error(`${what} call rejected: ${advice}`, failure);
      else if (kind === 'filtered')
        logger.warn(`${what} call declined by the filter of its provider`, failure);
      else logger.warn(`${what} call failed`, failure);
    }
  }

  /**
   * A call whose reply comes in parts.
   *
   * @param options.limitMs No second attempt waits beyond it.
   * @throws {RefusedError} `model_busy` when it may help to try again later, otherwise `model_failed`.
   * @throws The signal's reason when `signal` aborts.
   */
  async function* stream(
    call: (signal: AbortSignal) => AsyncIterable<Part>,
    { limitMs, signal }: { limitMs: number; signal: AbortSignal },
  ): AsyncGenerator<Part, void> {
    const startedAt = now();
    for (let attempt = 1; ; attempt++) {
      const failure = yield* once(call, signal, attempt);
      if (!failure) return;
      if (!(await mayRetry(failure, { attempt, startedAt, limitMs, signal }))) throw refusalOf(failure);
    }
  }

  function refusalOf(failure: ProviderFailure): RefusedError {
    if (!isBusy(failure)) return failed(failure);
    return busy(failure.retryAfterMs === undefined ? BUSY_SECONDS : failure.retryAfterMs / 1000, failure);
  }

  return {
    stream,
    /**
     * A call whose reply comes as a whole.
     *
     * @param options.limitMs For both attempts together.
     * @throws As `stream` does.
     */
    async run<Reply extends Part>(
      call: (signal: AbortSignal) => Promise<Reply>,
      { limitMs, signal }: { limitMs: number; signal?: AbortSignal | undefined },
    ): Promise<Reply> {
      signal?.throwIfAborted();
      using within = linkedSignal(signal ? [signal] : [], {
        afterMs: limitMs,
        reason: () => new ProviderFailure('silent', { said: `nothing came for ${limitMs} ms` }),
      });
      const streamed = async function* (signal: AbortSignal) {
        yield await call(signal);
      };
      try {
        let reply: Part | undefined;
        for await (const part of stream(streamed, { limitMs, signal: within.signal })) reply = part;
        return reply as Reply;
      } catch (error) {
        throw error instanceof ProviderFailure ? refusalOf(error) : error;
      }
    },
  };
}

/** Documents wait until somebody pays, rather than fail one after the other. */
function isWorthWaiting(failure: ProviderFailure): boolean {
  return failure.kind === 'unpaid' || !(isDeclined(failure) || failure.kind === 'malformed');
}

type Outcome = 'ok' | 'left' | ProviderFailure;

function failed(cause: ProviderFailure): RefusedError {
  return new RefusedError({ code: 'model_failed' }, { cause });
}

function busy(seconds: number, cause?: ProviderFailure): RefusedError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new RefusedError({ code: 'model_busy', retryAfterSeconds }, { cause });
}
