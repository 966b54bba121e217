import type { FinishReason } from '../../../ports/language-model.ts';
import { ProviderFailure } from '../provider-failure.ts';

/** By the providers' words, in lower case, and those of the AI SDK. */
const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'refused',
  'content-filter': 'refused',
  error_toxic: 'refused',
};

/** What a completion ends with that broke off: OpenRouter, vLLM, DeepSeek, Cohere, Gemini and Bedrock. */
const BROKEN_OFF = /^(?:error|abort|insufficient_system_resource|timeout|malformed\w*)$/i;

/**
 * @param raw The provider's word.
 * @param unified The SDK's word for it, if any.
 * @throws {ProviderFailure} When it means that the completion broke off.
 */
export function finishReasonOf(raw: string, unified?: string): FinishReason {
  if (BROKEN_OFF.test(raw) || unified === 'error')
    throw new ProviderFailure('unavailable', { said: `it ended as ${raw}` });
  return FINISH_REASONS[unified ?? ''] ?? FINISH_REASONS[raw.toLowerCase()] ?? 'other';
}
