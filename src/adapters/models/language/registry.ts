import {
  type Credentials,
  LANGUAGE_PROVIDERS,
  type LanguageProvider,
  type LanguageProviderName,
} from '../../../model-providers.ts';
import type { ProviderHttp } from '../provider-http.ts';
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

type OpenSdkModel = (
  settings: LanguageModelSettings,
  call: { model: string; fetch: typeof globalThis.fetch; baseURL?: string },
) => Promise<SdkModel>;

/**
 * Loads only the package needed: all of them together take 100 MB. Empty settings must not reach a package: it would
 * read the environment itself.
 */
const SDK_MODELS: Readonly<Record<Exclude<LanguageProviderName, 'openai-compatible'>, OpenSdkModel>> = {
  openai: async ({ openaiApiKey: apiKey }, { model, ...call }) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    // Of the two APIs, the one that gateways to OpenAI support as well.
    return createOpenAI({ apiKey, baseURL: 'https://api.openai.com/v1', ...call }).chat(model);
  },
  anthropic: async ({ anthropicApiKey: apiKey }, { model, ...call }) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, baseURL: 'https://api.anthropic.com/v1', ...call })(model);
  },
  google: async ({ googleApiKey: apiKey }, { model, ...call }) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ apiKey, ...call })(model);
  },
  azure: async ({ azureApiKey: apiKey, azureResourceName: resourceName }, { model, ...call }) => {
    const { createAzure } = await import('@ai-sdk/azure');
    return createAzure({ apiKey, ...(resourceName === '' ? {} : { resourceName }), ...call }).chat(model);
  },
  bedrock: async (settings, { model, ...call }) => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    return createAmazonBedrock({
      region: settings.awsRegion,
      accessKeyId: settings.awsAccessKeyId,
      secretAccessKey: settings.awsSecretAccessKey,
      ...(settings.awsSessionToken === '' ? {} : { sessionToken: settings.awsSessionToken }),
      // Blank means none: the environment's token is not the operator's choice here.
      apiKey: ' ',
      ...call,
    })(model);
  },
  mistral: async ({ mistralApiKey: apiKey }, { model, ...call }) => {
    const { createMistral } = await import('@ai-sdk/mistral');
    return createMistral({ apiKey, ...call })(model);
  },
  groq: async ({ groqApiKey: apiKey }, { model, ...call }) => {
    const { createGroq } = await import('@ai-sdk/groq');
    return createGroq({ apiKey, ...call })(model);
  },
  cohere: async ({ cohereApiKey: apiKey }, { model, ...call }) => {
    const { createCohere } = await import('@ai-sdk/cohere');
    return createCohere({ apiKey, ...call })(model);
  },
};

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
  const baseURL = settings.llmBaseUrl;
  const call = { model: name, fetch: http.fetch, ...(baseURL === '' ? {} : { baseURL }) };
  const model = await SDK_MODELS[provider](settings, call);
  const reasoning = name === row.model ? row.reasoning : undefined;
  return { model: sdkModel({ id, model, reasoning, now }), contextTokens };
}
