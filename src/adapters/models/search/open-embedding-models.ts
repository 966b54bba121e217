import { z } from 'zod';
import { asError } from '../../../errors.ts';
import {
  type Credentials,
  EMBEDDING_PROVIDERS,
  type EmbeddingProviderName,
  missingNeeds,
  type Need,
} from '../../../kernel/model-providers.ts';
import type { EmbeddingModel } from '../../../ports/embedding-model.ts';
import type { StoredEmbeddingModel } from '../../../ports/embedding-sets.ts';
import type { Logger } from '../../../ports/logger.ts';
import { compatibleServer, isCompatible } from '../compatible-server.ts';
import type { ModelUsage } from '../model-usage.ts';
import type { ProviderHttp } from '../provider-http.ts';
import { createResilientCalls } from '../resilient-calls.ts';
import { SDK_PROVIDERS, sdkCallOf } from '../sdk-providers.ts';
import { secretsIn } from '../secrets.ts';
import { compatibleEmbedding } from './compatible-embedding.ts';
import { RECIPE } from './embedded-text.ts';
import { embeddingFamilyOf } from './embedding-families.ts';
import type { ProviderEmbedding } from './provider-embedding.ts';
import { withQuestionCache } from './question-cache.ts';
import { resilientEmbedding } from './resilient-embedding.ts';
import { sdkEmbedding } from './sdk-embedding.ts';
import { openTransformersEmbedding } from './transformers-embedding.ts';

/** A batch of passages is slow, and nobody waits for it. */
const PASSAGES_LIMIT_MS = 60_000;
const WAITING_MAX = 256;

/** A subset of `Config`. */
interface Settings extends Credentials {
  readonly dataDir: string;
  readonly embeddingApiKey: string;
  readonly embeddingProvider: 'builtin' | EmbeddingProviderName;
  readonly embeddingModel: string;
  readonly embeddingBaseUrl: string;
  readonly embeddingInputChars: number;
  readonly embeddingConcurrency: number;
  readonly embeddingTimeoutMs: number;
  readonly questionTimeoutMs: number;
}

/** Stored with a model's embeddings, so that it can be reopened after another was configured; contains no key. */
const Description = z.strictObject({
  provider: z.enum(Object.keys(EMBEDDING_PROVIDERS) as [EmbeddingProviderName]),
  model: z.string(),
  baseUrl: z.string(),
});
type Description = z.output<typeof Description>;

/**
 * Embedding models of providers: the configured one and earlier ones; `undefined` for the built-in model. Makes no call
 * yet.
 *
 * @throws {Error} When a package is missing.
 */
export async function openEmbeddingModels(
  settings: Settings,
  deps: { usage: ModelUsage; logger: Logger; now: () => number; elapsed: () => number; random: () => number },
) {
  const { embeddingProvider: provider, embeddingBaseUrl: baseUrl } = settings;
  if (provider === 'builtin') return undefined;
  // Loaded only when a model is used: its imports take a tenth of the start-up time.
  const { openProviderHttp } = await import('../provider-http.ts');
  const opened = new AsyncDisposableStack();
  const http = opened.use(openProviderHttp({ connections: settings.embeddingConcurrency }));
  // Without a default the setting is a required one.
  const model = settings.embeddingModel || EMBEDDING_PROVIDERS[provider].model!;
  const wanted: Description = { provider, model, baseUrl };

  /** The model is opened given the dimensions of its stored embeddings, if any. */
  async function open(id: string, of: Description, inputCharacters: number) {
    const model = await openProviderEmbedding(of, settings, { http, now: deps.now });
    opened.defer(async () => model[Symbol.asyncDispose]?.());
    const calls = createResilientCalls<Float32Array[]>({
      ...deps,
      ...{ what: 'Embedding model', modelId: model.id, waitingMax: WAITING_MAX },
      concurrency: settings.embeddingConcurrency,
      secrets: secretsIn(settings, settings.embeddingApiKey),
      now: deps.elapsed,
    });
    const limitMs = {
      question: Math.min(settings.embeddingTimeoutMs, settings.questionTimeoutMs / 4),
      passage: PASSAGES_LIMIT_MS,
    };
    const prefixes = embeddingFamilyOf(of.model);
    return ({ dimensions }: { dimensions: number | undefined }): EmbeddingModel =>
      withQuestionCache(
        resilientEmbedding(model, {
          ...{ id, calls, prefixes, inputCharacters, limitMs, dimensions },
          usage: deps.usage,
        }),
      );
  }

  const id = `${provider}/${wanted.model}#${RECIPE}`;
  const inputCharacters = settings.embeddingInputChars || EMBEDDING_PROVIDERS[provider].inputCharacters;
  return {
    wanted: {
      stored: { id, payload: Buffer.from(JSON.stringify(wanted)) },
      open: await open(id, wanted, inputCharacters),
    },
    /** Reopens an earlier model; undefined when something it needs is missing. */
    async reopen({ id, payload }: StoredEmbeddingModel) {
      const before = descriptionIn(payload);
      if (!before || !mayBeCalled(before, settings)) return undefined;
      try {
        return await open(id, before, EMBEDDING_PROVIDERS[before.provider].inputCharacters);
      } catch (error) {
        // Its package or folder is gone, which must not keep the configured model from starting.
        deps.logger.warn('Old embedding model not opened', { model: id, error: asError(error) });
        return undefined;
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Loads only the package needed, if any. An empty `baseUrl` means the provider's own. */
async function openProviderEmbedding(
  { provider, model, baseUrl }: Description,
  settings: Settings,
  { http, now }: { http: ProviderHttp; now: () => number },
): Promise<ProviderEmbedding> {
  const id = `${provider}/${model}`;
  if (provider === 'transformers')
    return openTransformersEmbedding({ id, model, cacheFolder: `${settings.dataDir}/models` });
  if (isCompatible(provider)) {
    const of = { provider, model, baseUrl, apiKey: settings.embeddingApiKey };
    return compatibleEmbedding(compatibleServer(of, settings, { http, now }));
  }
  const opened = await SDK_PROVIDERS[provider](settings, sdkCallOf(baseUrl, http));
  return sdkEmbedding(opened.embeddingModel(model), { provider, id, now });
}

function descriptionIn(payload: Uint8Array): Description | undefined {
  try {
    return Description.parse(JSON.parse(Buffer.from(payload).toString('utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Whether everything the model needs is present. Its key goes only to the provider's own URL or the configured one: the
 * key may be meant for another server by now.
 */
function mayBeCalled({ provider, model, baseUrl }: Description, settings: Settings): boolean {
  const needs: readonly Need<keyof Settings>[] = EMBEDDING_PROVIDERS[provider].needs;
  const given = { ...settings, embeddingModel: model, embeddingBaseUrl: baseUrl };
  if (missingNeeds(needs, (key) => given[key] !== '').length > 0) return false;
  const isKeyless = provider === 'openai-compatible' && settings.embeddingApiKey === '';
  return isKeyless || baseUrl === '' || baseUrl === settings.embeddingBaseUrl;
}
