import { linkedSignal } from '../../../concurrency/deadline.ts';
import type { ModelPart } from '../../../ports/language-model.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { ProviderModel } from './provider-model.ts';

export interface SilenceLimits {
  /** Maximum wait for the first token. */
  readonly firstTokenMs: number;
  /** Maximum wait between two parts after it. */
  readonly idleMs: number;
}

/**
 * One call, which always ends: by itself, when `signal` aborts, when the reader stops, or when nothing arrives within a
 * limit. In each case the call to the provider ends, too. The reader's own time does not count.
 *
 * @throws {ProviderFailure} `silent` when a limit is exceeded.
 */
export async function* callWithinLimits(
  model: ProviderModel,
  prompt: Parameters<ProviderModel['generate']>[0],
  { limits, ...options }: Parameters<ProviderModel['generate']>[1] & { limits: SilenceLimits },
): AsyncGenerator<ModelPart, void> {
  const { signal } = options;
  using call = linkedSignal([signal]);
  let isRead = true;
  let isSilent = false;
  const startTimer = (ms: number) =>
    setTimeout(function onTimeout() {
      if (!isRead) return void timer.refresh();
      isSilent = true;
      call.abort();
    }, ms);
  let timer = startTimer(limits.firstTokenMs);
  let hasBegun = false;
  let isEnded = false;
  try {
    for await (const sign of model.generate(prompt, { ...options, signal: call.signal })) {
      if (sign.type === 'text' && !hasBegun) {
        hasBegun = true;
        clearTimeout(timer);
        timer = startTimer(limits.idleMs);
      }
      if (sign.type !== 'working') {
        isRead = false;
        yield sign;
        isRead = true;
      }
      timer.refresh();
    }
    isEnded = true;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (isSilent) {
      const [limitMs, setting] = hasBegun
        ? [limits.idleMs, 'LLM_IDLE_TIMEOUT_MS']
        : [limits.firstTokenMs, 'LLM_FIRST_TOKEN_TIMEOUT_MS'];
      throw new ProviderFailure('silent', {
        said: `nothing came for ${limitMs} ms (${setting})`,
        cause: error,
      });
    }
    throw error;
  } finally {
    clearTimeout(timer);
    if (!isEnded) call.abort();
  }
}
