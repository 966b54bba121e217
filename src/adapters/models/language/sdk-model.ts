import { linkedSignal } from '../../../concurrency/deadline.ts';
import type { Prompt, TokenUsage } from '../../../ports/language-model.ts';
import { ProviderFailure } from '../provider-failure.ts';
import { failureOfSdk } from '../sdk-failure.ts';
import type { SdkProvider } from '../sdk-providers.ts';
import { finishReasonOf } from './finish-reason.ts';
import type { ModelSign, ProviderModel } from './provider-model.ts';
import { createReasoningFilters } from './reasoning-filter.ts';

/**
 * Calls a model object of the AI SDK directly: the SDK's own `streamText` would take ten times the CPU time, retry by
 * its own rules, and print prompts on errors.
 *
 * @param options.now Milliseconds since the epoch.
 */
export function sdkModel(
  model: Pick<ReturnType<SdkProvider['languageModel']>, 'doStream'>,
  { id, now }: { id: string; now: () => number },
): ProviderModel {
  const newReasoningFilter = createReasoningFilters();

  async function* generate(
    prompt: Prompt,
    { completionTokensMax, temperature, signal }: Parameters<ProviderModel['generate']>[1],
  ): AsyncGenerator<ModelSign> {
    // Also aborted on exit: a reader that leaves the loop must not leave the call running.
    using call = linkedSignal([signal]);
    let finished = false;
    let parts = 0;
    const reasoning = newReasoningFilter();
    try {
      const { stream } = await model.doStream({
        prompt: messagesOf(prompt),
        maxOutputTokens: completionTokensMax,
        ...(temperature === undefined ? {} : { temperature }),
        abortSignal: call.signal,
      });
      for await (const part of stream) {
        if (part.type === 'error') throw part.error;
        parts++;
        if (part.type === 'text-delta') {
          const { text: delta, isRestart } = reasoning.read(part.delta);
          if (isRestart) yield { type: 'restart' };
          yield delta === '' ? { type: 'working' } : { type: 'text', delta };
        } else if (part.type === 'finish') {
          finished = true;
          const { unified, raw } = part.finishReason;
          // The SDK ends a stream without a finish reason this way: the connection was cut, or the reply was no answer.
          if (raw === undefined || unified === 'interrupted')
            throw new ProviderFailure('unavailable', { said: 'the stream ended too early' });
          const reason = finishReasonOf(raw, unified);
          const rest = reasoning.end(reason);
          if (rest !== '') yield { type: 'text', delta: rest };
          yield { type: 'finish', reason, usage: usageOf(part.usage) };
        } else yield { type: 'working' };
      }
      if (!finished)
        throw new ProviderFailure('unavailable', { said: `the stream ended after ${parts} parts` });
    } catch (error) {
      throw failureOfSdk(error, { signal, nowMs: now() });
    } finally {
      call.abort();
    }
  }

  return { id, generate };
}

function messagesOf({ system, messages }: Prompt) {
  return [
    { role: 'system' as const, content: system },
    ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
  ];
}

function usageOf({
  inputTokens,
  outputTokens,
}: Record<'inputTokens' | 'outputTokens', { total: number | undefined }>): TokenUsage | null {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return null;
  return { promptTokens: inputTokens.total, completionTokens: outputTokens.total };
}
