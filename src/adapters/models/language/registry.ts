import {
  type Credentials,
  LANGUAGE_PROVIDERS,
  type LanguageProvider,
  type LanguageProviderName,
} from '../../../kernel/model-providers.ts';
import { compatibleServer, isCompatible } from '../compatible-server.ts';
import type { ProviderHttp } from '../provider-http.ts';
import { SDK_PROVIDERS, sdkCallOf } from '../sdk-providers.ts';
import { chatCompletionsModel } from './chat-completions.ts';
import type { ProviderModel } from './provider-model.ts';
import { sdkModel } from './sdk-model.ts';

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
  if (name === null)
    throw new RangeError(`Cannot open ${provider} as LLM_MODEL must be set: it has no default`);
  const contextTokens = settings.llmContextTokens || row.contextTokens;
  if (isCompatible(provider)) {
    const { llmBaseUrl: baseUrl, llmApiKey: apiKey } = settings;
    const server = compatibleServer({ provider, model: name, baseUrl, apiKey }, settings, { http, now });
    const reasoning = name === row.model ? row.reasoning : undefined;
    return { model: chatCompletionsModel(server, { reasoning }), contextTokens };
  }
  const sdk = await SDK_PROVIDERS[provider](settings, sdkCallOf(settings.llmBaseUrl, http));
  return {
    model: sdkModel({ id: `${provider}/${name}`, model: sdk.languageModel(name), now }),
    contextTokens,
  };
}
