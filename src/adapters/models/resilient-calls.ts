import { RefusedError } from '../../errors.ts';
import type { Logger } from '../../ports/logger.ts';
import { busyAfter, createCallGate } from './call-gate.ts';
import type { ModelUsage } from './model-usage.ts';
import { isDeclined, ProviderFailure } from './provider-failure.ts';
import { withoutSecrets } from './secrets.ts';

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
  const { what, modelId, usage, logger, now } = of;
  const onDeclined = (why: string) => logger.debug(`${what} not called`, { model: modelId, why });
  const gate = createCallGate({ ...of, onDeclined });

  /** @throws {ProviderFailure} When the call fails. */
  async function once<T>(call: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, attempt: number) {
    using pass = await gate.enter(signal);
    const startedAt = now();
    const fields = (outcome: string) => ({
      ...{ model: modelId, attempt, outcome },
      duration_ms: Math.round(now() - startedAt),
    });
    usage.count(modelId, { calls: 1 });
    try {
      const value = await call(signal);
      pass.succeeded();
      gate.succeeded();
      logger.debug(`${what} called`, fields('ok'));
      return value;
    } catch (caught) {
      if (!(caught instanceof ProviderFailure)) {
        // The caller has left, or Docent itself rejects the result.
        pass.left();
        throw caught;
      }
      const failure = withoutSecrets(caught, of.secrets);
      usage.count(modelId, { failures: 1 });
      if (isDeclined(failure)) pass.succeeded();
      else pass.failed();
      const { kind, status, said, cause } = failure;
      const error = cause instanceof Error ? cause : undefined;
      logger.warn(`${what} call failed`, { ...fields(kind), status, said, error });
      throw failure;
    }
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
        const isFailure = error instanceof ProviderFailure;
        if (!isFailure || !(await gate.retry(error, { attempt, startedAt, limitMs, signal }))) throw error;
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
  // Documents wait until somebody pays, rather than fail one after the other.
  const willNotPass = isDeclined(failure) ? failure.kind !== 'unpaid' : failure.kind === 'malformed';
  return willNotPass ? new RefusedError({ code: 'model_failed' }, { cause: failure }) : busyAfter(failure);
}
