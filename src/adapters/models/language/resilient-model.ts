import { asError, RefusedError } from '../../../errors.ts';
import type { FinishReason, LanguageModel, ModelPart, TokenUsage } from '../../../ports/language-model.ts';
import type { Logger } from '../../../ports/logger.ts';
import { busyAfter, createCallGate } from '../call-gate.ts';
import type { Pass } from '../circuit-breaker.ts';
import type { ModelUsage } from '../model-usage.ts';
import { isDeclined, isTooLong, ProviderFailure } from '../provider-failure.ts';
import { withoutSecrets } from '../secrets.ts';
import type { ProviderModel } from './provider-model.ts';
import { type SilenceLimits, unbrokenCall } from './unbroken-call.ts';

/** Skipped calls are logged at most this often: there may be hundreds a second. */
const NOT_CALLED_TOLD_EVERY_MS = 10_000;

type Generate = LanguageModel['generate'];

/**
 * A provider's model for the rest of Docent: calls are bounded in number and time, withheld while the provider is down,
 * and retried once when that may help and no token was sent.
 *
 * @param options.deadlineMs A question's time: no second attempt waits beyond it.
 * @param options.now Milliseconds, monotonic.
 * @param options.random From 0 to 1.
 */
export function resilientModel(
  model: ProviderModel,
  options: {
    contextTokens: number;
    concurrency: number;
    waitingMax: number;
    limits: SilenceLimits;
    deadlineMs: number;
    usage: ModelUsage;
    logger: Logger;
    /** Masked in the log even when the provider repeats them. */
    secrets: readonly string[];
    now: () => number;
    random: () => number;
  },
): LanguageModel {
  const { limits, deadlineMs: limitMs, usage, logger, now } = options;
  const gate = createCallGate({ ...options, modelId: model.id, onDeclined });
  const told = new Map<string, { atMs: number; untold: number }>();

  async function* generate(...[prompt, call]: Parameters<Generate>): AsyncGenerator<ModelPart, void> {
    const startedAt = now();
    for (let attempt = 1; ; attempt++) {
      const failure = yield* tryOnce(prompt, call, attempt);
      if (!failure) return;
      if (!(await gate.retry(failure, { attempt, startedAt, limitMs, signal: call.signal })))
        throw failure.kind === 'overloaded' ? busyAfter(failure) : failed(failure);
    }
  }

  /** @returns Why it failed, when no token was sent; a later failure is thrown. */
  async function* tryOnce(
    prompt: Parameters<Generate>[0],
    call: Parameters<Generate>[1],
    attempt: number,
  ): AsyncGenerator<ModelPart, ProviderFailure | undefined> {
    using pass = await gate.enter(call.signal);
    const startedAt = now();
    let firstTokenMs: number | undefined;
    let outcome: 'ok' | 'left' | ProviderFailure = 'left';
    let spent: TokenUsage | null = null;
    let finish: FinishReason | null = null;
    try {
      for await (const part of unbrokenCall(model, prompt, { ...call, limits })) {
        if (part.type === 'thinking') continue;
        if (part.type === 'finish') {
          spent = part.usage;
          finish = part.reason;
          outcome = 'ok';
        }
        if (firstTokenMs === undefined) {
          firstTokenMs = now() - startedAt;
          pass.succeeded();
        }
        yield part;
      }
      return undefined;
    } catch (error) {
      // Anything else is the signal's reason, or a bug.
      if (!(error instanceof ProviderFailure)) throw error;
      const failure = withoutSecrets(error, options.secrets);
      outcome = failure;
      if (firstTokenMs !== undefined) throw failed(failure);
      return failure;
    } finally {
      const why = call.signal.aborted ? asError(call.signal.reason).message : 'Enough was read';
      note(outcome, pass, { attempt, firstTokenMs, spent, finish, why, durationMs: now() - startedAt });
    }
  }

  function note(
    outcome: 'ok' | 'left' | ProviderFailure,
    pass: Pass,
    call: {
      attempt: number;
      firstTokenMs: number | undefined;
      spent: TokenUsage | null;
      finish: FinishReason | null;
      /** Why it was left, if it was. */
      why: string;
      durationMs: number;
    },
  ): void {
    const fields = {
      model: model.id,
      attempt: call.attempt,
      duration_ms: Math.round(call.durationMs),
      first_token_ms: call.firstTokenMs === undefined ? null : Math.round(call.firstTokenMs),
      prompt_tokens: call.spent?.promptTokens ?? null,
      completion_tokens: call.spent?.completionTokens ?? null,
    };
    usage.count(model.id, {
      calls: 1,
      failures: outcome instanceof ProviderFailure ? 1 : 0,
      ...(call.spent ?? {}),
    });
    if (outcome === 'ok') {
      gate.succeeded();
      logger.info('Language model called', { ...fields, finish: call.finish });
    } else if (outcome === 'left') {
      pass.left();
      logger.info('Language model call given up', { ...fields, why: call.why });
    } else {
      if (isDeclined(outcome)) pass.succeeded();
      else pass.failed();
      const { kind, status, said, cause } = outcome;
      const error = cause instanceof Error ? cause : undefined;
      const failure = { ...fields, failure: kind, status, said, error };
      // Persists until somebody fixes it: the key, the model's name, or the request.
      if (kind === 'rejected')
        logger.error(`Language model call rejected: look at ${settingsBehind(outcome)}`, failure);
      else if (kind === 'unpaid')
        logger.error('Language model call rejected: its account is used up', failure);
      else if (kind === 'filtered')
        logger.warn('Language model call declined by the filter of its provider', failure);
      else logger.warn('Language model call failed', failure);
    }
  }

  function onDeclined(why: string): void {
    const { atMs, untold } = told.get(why) ?? { atMs: Number.NEGATIVE_INFINITY, untold: 0 };
    const isDue = now() - atMs >= NOT_CALLED_TOLD_EVERY_MS;
    told.set(why, isDue ? { atMs: now(), untold: 0 } : { atMs, untold: untold + 1 });
    if (isDue) logger.warn('Language model not called', { model: model.id, why, since_last: untold + 1 });
  }

  return { id: model.id, contextTokens: options.contextTokens, generate };
}

/** What an operator may have to correct after a rejected call. */
function settingsBehind(failure: ProviderFailure): string {
  if (failure.status === 401 || failure.status === 403) return 'its key';
  if (failure.status === 404) return 'LLM_BASE_URL and LLM_MODEL';
  return isTooLong(failure) ? 'LLM_CONTEXT_TOKENS, as the prompt was too long' : 'its settings';
}

function failed(cause: ProviderFailure): RefusedError {
  return new RefusedError({ code: 'model_failed' }, { cause });
}
