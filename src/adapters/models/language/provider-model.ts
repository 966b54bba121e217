import type { ModelPart, Prompt } from '../../../ports/language-model.ts';

/** One way to a model, as its provider behaves: no second attempt, no bound, no deadline. */
export interface ProviderModel {
  readonly id: string;
  /** Throws ProviderFailure, or what `signal` was aborted with, and ends the call to the provider in any case. */
  generate(
    prompt: Prompt,
    options: { completionTokensMax: number; temperature?: number; signal: AbortSignal },
  ): AsyncIterable<ModelSign>;
}

/** `thinking`: the provider is at work, and says nothing that is part of the answer. */
export type ModelSign = ModelPart | { readonly type: 'thinking' };
