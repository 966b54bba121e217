/**
 * A model that writes text. It refuses with RefusedError only; the provider's words go to the log, never to a message.
 *
 * ```ts
 * import type { LanguageModel } from './language-model.ts';
 *
 * const echo: LanguageModel = {
 *   id: 'example/echo',
 *   contextTokens: 8_000,
 *   async *generate({ messages }) {
 *     yield { type: 'text', delta: messages.at(-1)!.text };
 *     yield { type: 'finish', reason: 'stop', usage: null };
 *   },
 * };
 * const prompt = { system: '', messages: [{ role: 'user' as const, text: 'Good morning' }] };
 * const signal = AbortSignal.timeout(1_000);
 * for await (const part of echo.generate(prompt, { completionTokensMax: 100, signal }))
 *   if (part.type === 'text') console.log(part.delta); // Good morning
 * ```
 */
export interface LanguageModel {
  /** Provider and model, such as `openai/gpt-6-luna`; shown as `meta.model`. */
  readonly id: string;
  /** Tokens that prompt and completion may take together. */
  readonly contextTokens: number;
  /**
   * Streams one completion. The finish part comes last and once; breaking off the loop ends the call to the provider.
   *
   * @throws {RefusedError} `model_failed`: the provider's error, garbage, or a cut or stalled stream. `model_busy`, with
   * seconds to wait: its rate limit, a full queue, or an open breaker. `deadline_exceeded`.
   * @throws The signal's reason.
   */
  generate(
    prompt: Prompt,
    options: { completionTokensMax: number; temperature?: number; signal: AbortSignal },
  ): AsyncIterable<ModelPart>;
}

export interface Prompt {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
}

export type ModelPart =
  | { readonly type: 'text'; readonly delta: string }
  /** All text before was reasoning; the answer begins now. */
  | { readonly type: 'restart' }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage: TokenUsage | null };

/** `length`: cut at `completionTokensMax`; `refused`: the provider's own filter or the model declined. */
export type FinishReason = 'stop' | 'length' | 'refused' | 'other';

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}
