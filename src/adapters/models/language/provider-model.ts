import type { ModelPart, Prompt } from '../../../ports/language-model.ts';

/** A model behind its provider's API, without retries, bounds or deadlines. */
export interface ProviderModel {
  readonly id: string;
  /** Throws ProviderFailure or the abort reason of `signal`; always ends the call to the provider. */
  generate(
    prompt: Prompt,
    options: { completionTokensMax: number; temperature?: number; signal: AbortSignal },
  ): AsyncIterable<ModelSign>;
}

/** `working`: the provider works, but has sent nothing of the answer. */
export type ModelSign = ModelPart | { readonly type: 'working' };
