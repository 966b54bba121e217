import {
  type Credentials,
  EMBEDDING_PROVIDERS,
  type EmbeddingProviderName,
  RERANK_PROVIDERS,
  type RerankProviderName,
} from '../../../model-providers.ts';
import type { ProviderHttp } from '../provider-http.ts';
import { compatibleEmbedding } from './compatible-embedding.ts';
import type { ProviderEmbedding } from './provider-embedding.ts';
import { type SdkEmbedding, sdkEmbedding } from './sdk-embedding.ts';
import type { SdkReranking } from './sdk-reranking.ts';
import { openTransformersEmbedding } from './transformers-embedding.ts';

/** A subset of `Config`. */
export interface EmbeddingModelSettings extends Credentials {
  readonly embeddingApiKey: string;
  readonly dataDir: string;
}

interface Call {
  readonly model: string;
  readonly fetch: typeof globalThis.fetch;
  readonly baseURL?: string;
}

type Open<Settings, Model> = (settings: Settings, call: Call) => Promise<Model>;

/** Empty settings must not reach a package: it would read the environment itself. */
const SDK_EMBEDDINGS: Readonly<
  Record<
    Exclude<EmbeddingProviderName, 'openai-compatible' | 'transformers'>,
    Open<Credentials, SdkEmbedding>
  >
> = {
  openai: async ({ openaiApiKey: apiKey }, { model, ...call }) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ apiKey, baseURL: 'https://api.openai.com/v1', ...call }).embeddingModel(model);
  },
  google: async ({ googleApiKey: apiKey }, { model, ...call }) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ apiKey, ...call }).embeddingModel(model);
  },
  azure: async ({ azureApiKey: apiKey, azureResourceName: resourceName }, { model, ...call }) => {
    const { createAzure } = await import('@ai-sdk/azure');
    const at = resourceName === '' ? {} : { resourceName };
    return createAzure({ apiKey, ...at, ...call }).embeddingModel(model);
  },
  bedrock: async (settings, { model, ...call }) => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    return createAmazonBedrock({ ...amazonKeys(settings), ...call }).embeddingModel(model);
  },
  mistral: async ({ mistralApiKey: apiKey }, { model, ...call }) => {
    const { createMistral } = await import('@ai-sdk/mistral');
    return createMistral({ apiKey, ...call }).embeddingModel(model);
  },
  cohere: async ({ cohereApiKey: apiKey }, { model, ...call }) => {
    const { createCohere } = await import('@ai-sdk/cohere');
    return createCohere({ apiKey, ...call }).embeddingModel(model);
  },
};

const SDK_RERANKINGS: Readonly<Record<RerankProviderName, Open<Credentials, SdkReranking>>> = {
  cohere: async ({ cohereApiKey: apiKey }, { model, ...call }) => {
    const { createCohere } = await import('@ai-sdk/cohere');
    return createCohere({ apiKey, ...call }).rerankingModel(model);
  },
  bedrock: async (settings, { model, ...call }) => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    return createAmazonBedrock({ ...amazonKeys(settings), ...call }).rerankingModel(model);
  },
};

interface Deps {
  readonly http: ProviderHttp;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Loads only the package needed, if any.
 *
 * @param of.baseUrl Empty means the provider's own.
 * @param settings Complete for this provider.
 */
export async function openProviderEmbedding(
  of: { provider: EmbeddingProviderName; model: string; baseUrl: string },
  settings: EmbeddingModelSettings,
  { http, now }: Deps,
): Promise<ProviderEmbedding> {
  const { provider, model, baseUrl } = of;
  const id = `${provider}/${model}`;
  if (provider === 'transformers')
    return openTransformersEmbedding({ id, model, cacheFolder: `${settings.dataDir}/models` });
  if (provider === 'openai-compatible')
    return compatibleEmbedding({ id, model, baseUrl, apiKey: settings.embeddingApiKey, http, now });
  const opened = await SDK_EMBEDDINGS[provider](settings, callOf(model, baseUrl, http));
  return sdkEmbedding({ provider, id, model: opened, now });
}

/** The model's name. @throws {RangeError} When it is required and missing. */
export function embeddingModelName(provider: EmbeddingProviderName, given: string): string {
  const name = given || EMBEDDING_PROVIDERS[provider].model;
  if (name === null) throw new RangeError(`Cannot open ${provider} as it must be told a model`);
  return name;
}

export async function openProviderReranking(
  of: { provider: RerankProviderName; model: string; baseUrl: string },
  credentials: Credentials,
  { http }: Deps,
): Promise<{ id: string; model: SdkReranking }> {
  const name = of.model || RERANK_PROVIDERS[of.provider].model;
  const model = await SDK_RERANKINGS[of.provider](credentials, callOf(name, of.baseUrl, http));
  return { id: `${of.provider}/${name}`, model };
}

function callOf(model: string, baseUrl: string, { fetch }: ProviderHttp): Call {
  return { model, fetch, ...(baseUrl === '' ? {} : { baseURL: baseUrl }) };
}

function amazonKeys(credentials: Credentials) {
  return {
    region: credentials.awsRegion,
    accessKeyId: credentials.awsAccessKeyId,
    secretAccessKey: credentials.awsSecretAccessKey,
    ...(credentials.awsSessionToken === '' ? {} : { sessionToken: credentials.awsSessionToken }),
    // Blank means none: the environment's token is not the operator's choice here.
    apiKey: ' ',
  };
}
