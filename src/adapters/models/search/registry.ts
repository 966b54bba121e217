import {
  type Credentials,
  EMBEDDING_PROVIDERS,
  type EmbeddingProviderName,
} from '../../../kernel/model-providers.ts';
import { compatibleServer, isCompatible } from '../compatible-server.ts';
import type { ProviderHttp } from '../provider-http.ts';
import { SDK_PROVIDERS, sdkCallOf } from '../sdk-providers.ts';
import { compatibleEmbedding } from './compatible-embedding.ts';
import type { ProviderEmbedding } from './provider-embedding.ts';
import { sdkEmbedding } from './sdk-embedding.ts';
import { openTransformersEmbedding } from './transformers-embedding.ts';

/** A subset of `Config`. */
export interface EmbeddingModelSettings extends Credentials {
  readonly embeddingApiKey: string;
  readonly dataDir: string;
}

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
  if (isCompatible(provider)) {
    const { embeddingApiKey: apiKey } = settings;
    return compatibleEmbedding(
      compatibleServer({ provider, model, baseUrl, apiKey }, settings, { http, now }),
    );
  }
  const opened = await SDK_PROVIDERS[provider](settings, sdkCallOf(baseUrl, http));
  return sdkEmbedding({ provider, id, model: opened.embeddingModel(model), now });
}

/** The model's name. @throws {RangeError} When it is required and missing. */
export function embeddingModelName(provider: EmbeddingProviderName, given: string): string {
  const name = given || EMBEDDING_PROVIDERS[provider].model;
  if (name === null)
    throw new RangeError(`Cannot open ${provider} as EMBEDDING_MODEL must be set: it has no default`);
  return name;
}
