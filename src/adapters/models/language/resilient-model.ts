import { silenceLimit } from '../../../concurrency/silence-limit.ts';
import type { LanguageModel, ModelPart } from '../../../ports/language-model.ts';
import { isTooLong, ProviderFailure } from '../provider-failure.ts';
import { type CallOptions, createResilientCalls } from '../resilient-calls.ts';
import type { ProviderModel } from './provider-model.ts';

/**
 * A provider's model for the rest of Docent: its calls are resilient, and end when the provider falls silent.
 *
 * @param options.deadlineMs A question's time: no second attempt waits beyond it.
 */
export function resilientModel(
  model: ProviderModel,
  options: {
    contextTokens: number;
    limits: SilenceLimits;
    deadlineMs: number;
  } & Pick<CallOptions, 'concurrency' | 'waitingMax' | 'usage' | 'logger' | 'secrets' | 'now' | 'random'>,
): LanguageModel {
  const { limits, deadlineMs: limitMs } = options;
  const calls = createResilientCalls<ModelPart>({
    ...options,
    ...{ what: 'Language model', modelId: model.id, level: 'info' },
    isLast: (part) => part.type === 'finish',
    reportOn(last, firstMs) {
      const { usage = null, reason } = last?.type === 'finish' ? last : {};
      const fields = {
        first_token_ms: firstMs === undefined ? null : Math.round(firstMs),
        prompt_tokens: usage?.promptTokens ?? null,
        completion_tokens: usage?.completionTokens ?? null,
        finish: reason,
      };
      return { fields, tokens: usage };
    },
    adviceOn,
    // Whatever else fails, the passages are quoted instead.
    isBusy: ({ kind }) => kind === 'overloaded',
  });

  return {
    id: model.id,
    contextTokens: options.contextTokens,
    generate: (prompt, { signal, ...rest }) =>
      calls.stream((signal) => callWithinLimits(model, prompt, { ...rest, signal, limits }), {
        limitMs,
        signal,
      }),
  };
}

/** It persists until somebody corrects the key, the model's name, or the request. */
function adviceOn(failure: ProviderFailure): string | undefined {
  if (failure.kind === 'unpaid') return 'its account is used up';
  if (failure.kind !== 'rejected') return undefined;
  if (failure.status === 401 || failure.status === 403) return 'look at its key';
  if (failure.status === 404) return 'look at LLM_BASE_URL and LLM_MODEL';
  return isTooLong(failure)
    ? 'look at LLM_CONTEXT_TOKENS, as the prompt was too long'
    : 'look at its settings';
}

interface SilenceLimits {
  /** Maximum wait for the first token. */
  readonly firstTokenMs: number;
  /** Maximum wait between two parts after it. */
  readonly idleMs: number;
}

/**
 * One call, which always ends: by itself, when `signal` aborts, when the reader stops, or when nothing arrives within a
 * limit. The model ends the call to its provider in each case. The reader's own time does not count.
 *
 * @throws {ProviderFailure} `silent` when a limit is exceeded.
 */
async function* callWithinLimits(
  model: ProviderModel,
  prompt: Parameters<ProviderModel['generate']>[0],
  { limits, ...options }: Parameters<ProviderModel['generate']>[1] & { limits: SilenceLimits },
): AsyncGenerator<ModelPart, void> {
  let isBegun = false;
  using limit = silenceLimit(options.signal, {
    maxMs: limits.firstTokenMs,
    reason(maxMs) {
      const setting = isBegun ? 'LLM_IDLE_TIMEOUT_MS' : 'LLM_FIRST_TOKEN_TIMEOUT_MS';
      return new ProviderFailure('silent', { said: `nothing came for ${maxMs} ms (${setting})` });
    },
  });
  const { signal } = limit;
  try {
    for await (const sign of model.generate(prompt, { ...options, signal })) {
      if (sign.type === 'text') isBegun = true;
      limit.resting();
      if (sign.type !== 'working') yield sign;
      limit.waiting(isBegun ? limits.idleMs : limits.firstTokenMs);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}
