import { type LinkedSignal, linkedSignal } from '../../concurrency/deadline.ts';
import { RefusedError } from '../../errors.ts';
import type { LanguageModel, Prompt, TokenUsage } from '../../ports/language-model.ts';
import type { Logger } from '../../ports/logger.ts';
import { modelText } from './model-text.ts';

/** Adds up the token usage of the calls for one question. */
export interface UsageMeter {
  add(usage: TokenUsage | null): void;
  /** Null when no call reported its usage. */
  total(): TokenUsage | null;
}

export function createUsageMeter(): UsageMeter {
  let total: TokenUsage | null = null;
  return {
    add(usage) {
      if (!usage) return;
      total = {
        promptTokens: (total?.promptTokens ?? 0) + usage.promptTokens,
        completionTokens: (total?.completionTokens ?? 0) + usage.completionTokens,
      };
    },
    total: () => total,
  };
}

/** Thrown by a call that exceeds its time limit. */
export class TooSlowError extends Error {
  override readonly name = 'TooSlowError';
}

/** Aborts with `signal`, and with a `TooSlowError` after `limitMs`; dispose of it when the call ends. */
export function limitedSignal(signal: AbortSignal, limitMs: number): LinkedSignal {
  const leftMs = Math.round(limitMs);
  return linkedSignal([signal], {
    afterMs: limitMs,
    reason: () =>
      new TooSlowError(`It took longer than the ${leftMs} ms that QUESTION_TIMEOUT_MS leaves to it`),
  });
}

/** Whether an error is the provider's, so that a fallback may help, and not a bug or an abort of ours. */
export function isModelFailure(error: unknown): error is RefusedError | TooSlowError {
  if (error instanceof TooSlowError) return true;
  return error instanceof RefusedError && MODEL_FAILURES.has(error.refusal.code);
}

const MODEL_FAILURES: ReadonlySet<string> = new Set(['model_failed', 'model_busy', 'deadline_exceeded']);

/**
 * Completes a short prompt at temperature 0 within a time limit, where an answer can do without.
 *
 * @param options.isUseless Whether nothing can come of a text that begins like this; the call ends there.
 * @param options.without What is logged when the model fails or takes too long.
 * @returns The whole text; undefined in those cases, and when the model declined, wrote nothing or nothing of use.
 * @throws The signal's reason.
 */
export async function completeIfPossible(
  model: LanguageModel,
  prompt: Prompt,
  options: {
    completionTokensMax: number;
    limitMs: number;
    isUseless?: (text: string) => boolean;
    without: string;
    signal: AbortSignal;
    meter: UsageMeter;
    logger: Logger;
  },
): Promise<string | undefined> {
  const { completionTokensMax, limitMs, isUseless, without, signal, meter, logger } = options;
  using limited = limitedSignal(signal, limitMs);
  let text = '';
  try {
    const bounds = { completionTokensMax, temperature: 0, signal: limited.signal };
    for await (const part of modelText(model, prompt, bounds)) {
      if (part.type === 'text') text += part.delta;
      else if (part.type === 'restart') text = '';
      else {
        meter.add(part.usage);
        if (part.reason === 'refused') return undefined;
      }
      if (isUseless?.(text)) return undefined;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!isModelFailure(error)) throw error;
    logger.warn(without, { model: model.id });
    return undefined;
  }
  return text.trim() === '' ? undefined : text;
}

/** The JSON object in a model's reply, whatever stands around it; undefined when there is none. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  try {
    return JSON.parse(text.slice(start, text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
