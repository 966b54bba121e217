import {
  type Credentials,
  LANGUAGE_PROVIDERS,
  type LanguageProvider,
  type LanguageProviderName,
} from '../../../model-providers.ts';
import type { ProviderHttp } from '../provider-http.ts';
import { SDK_PROVIDERS, sdkCallOf } from '../sdk-providers.ts';
import { chatCompletionsModel } from './chat-completions.ts';
import type { ProviderModel } from './provider-model.ts';
import { type SdkModel, sdkModel } from './sdk-model.ts';

/** A subset of `Config`. */
export interface LanguageModelSettings extends Credentials {
  readonly llmModel: string;
  readonly llmBaseUrl: string;
  readonly llmApiKey: string;
  readonly llmContextTokens: number;
}

/**
 * A provider's model, and its context window in tokens.
 *
 * @param settings Complete for this provider: `loadConfig` has checked it.
 * @param deps.now Milliseconds since the epoch.
 */
export async function openProviderModel(
  provider: LanguageProviderName,
  settings: LanguageModelSettings,
  { http, now }: { http: ProviderHttp; now: () => number },
): Promise<{ model: ProviderModel; contextTokens: number }> {
  const row: LanguageProvider = LANGUAGE_PROVIDERS[provider];
  const name = settings.llmModel || row.model;
  if (name === null) throw new RangeError(`Cannot open ${provider} as it must be told a model`);
  const contextTokens = settings.llmContextTokens || row.contextTokens;
  const id = `${provider}/${name}`;
  if (provider === 'openai-compatible') {
    const { llmBaseUrl: baseUrl, llmApiKey: apiKey } = settings;
    return { model: chatCompletionsModel({ id, model: name, baseUrl, apiKey, http, now }), contextTokens };
  }
  const sdk = await SDK_PROVIDERS[provider](settings, sdkCallOf(settings.llmBaseUrl, http));
  // Of the two APIs of OpenAI, the one that gateways support as well.
  const model: SdkModel = 'chat' in sdk ? sdk.chat(name) : sdk.languageModel(name);
  const reasoning = name === row.model ? row.reasoning : undefined;
  return { model: sdkModel({ id, model, reasoning, now }), contextTokens };
}
