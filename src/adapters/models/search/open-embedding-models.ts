import { z } from 'zod';
import {
  EMBEDDING_PROVIDERS,
  type EmbeddingProviderName,
  missingNeeds,
  type Need,
} from '../../../model-providers.ts';
import type { StoredEmbeddingModel } from '../../../ports/document-store.ts';
import type { EmbeddingModel } from '../../../ports/embedding-model.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { ModelUsage } from '../model-usage.ts';
import { createResilientCalls } from '../resilient-calls.ts';
import { RECIPE } from './embedded-text.ts';
import { embeddingFamilyOf } from './embedding-families.ts';
import { type EmbeddingModelSettings, embeddingModelName, openProviderEmbedding } from './registry.ts';
import { resilientEmbedding } from './resilient-embedding.ts';

/** A batch of passages is long, and nobody waits for it. */
const PASSAGES_LIMIT_MS = 60_000;
const WAITING_MAX = 256;

/** `Config` has them all. */
interface Settings extends EmbeddingModelSettings {
  readonly embeddingProvider: 'builtin' | EmbeddingProviderName;
  readonly embeddingModel: string;
  readonly embeddingBaseUrl: string;
  readonly embeddingInputChars: number;
  readonly embeddingConcurrency: number;
  readonly embeddingTimeoutMs: number;
  readonly questionTimeoutMs: number;
}

/** What is kept beside the embeddings of a model, so that it is opened again after another was set: no key. */
const Kept = z.strictObject({
  provider: z.enum(Object.keys(EMBEDDING_PROVIDERS) as [EmbeddingProviderName]),
  model: z.string(),
  baseUrl: z.string(),
});
type Kept = z.output<typeof Kept>;

/** Opens a model, given the dimensions of its embeddings that are kept, if there are. */
export type OpenEmbedding = (options: { dimensions: number | undefined }) => EmbeddingModel;

/** The embedding models of providers: the one that is set, and the ones that were. */
export interface EmbeddingModels extends AsyncDisposable {
  readonly wanted: { readonly stored: StoredEmbeddingModel; readonly open: OpenEmbedding };
  /** Another model than the one that is set; undefined where what it needs is not there any more. */
  reopen(stored: StoredEmbeddingModel): Promise<OpenEmbedding | undefined>;
}

/** `undefined` where the model is the built-in one. Nothing is called yet. @throws {Error} When a package is missing. */
export async function openEmbeddingModels(
  settings: Settings,
  deps: { usage: ModelUsage; logger: Logger; now: () => number; elapsed: () => number; random: () => number },
): Promise<EmbeddingModels | undefined> {
  const { embeddingProvider: provider, embeddingBaseUrl: baseUrl } = settings;
  if (provider === 'builtin') return undefined;
  // Loaded only where a model is called: what it brings takes a tenth of a start.
  const { openProviderHttp } = await import('../provider-http.ts');
  const opened = new AsyncDisposableStack();
  const http = opened.use(openProviderHttp({ connections: settings.embeddingConcurrency }));
  const kept: Kept = { provider, model: embeddingModelName(provider, settings.embeddingModel), baseUrl };

  async function open(id: string, of: Kept, inputCharacters: number): Promise<OpenEmbedding> {
    const model = await openProviderEmbedding(of, settings, { http, now: deps.now });
    opened.defer(async () => model[Symbol.asyncDispose]?.());
    const calls = createResilientCalls({
      ...deps,
      ...{ what: 'Embedding model', modelId: model.id, waitingMax: WAITING_MAX },
      concurrency: settings.embeddingConcurrency,
      now: deps.elapsed,
    });
    const limitMs = {
      question: Math.min(settings.embeddingTimeoutMs, settings.questionTimeoutMs / 4),
      passage: PASSAGES_LIMIT_MS,
    };
    const prefixes = embeddingFamilyOf(of.model);
    return ({ dimensions }) =>
      resilientEmbedding(model, {
        ...{ id, calls, prefixes, inputCharacters, limitMs, dimensions },
        usage: deps.usage,
      });
  }

  const id = `${provider}/${kept.model}#${RECIPE}`;
  const inputCharacters = settings.embeddingInputChars || EMBEDDING_PROVIDERS[provider].inputCharacters;
  return {
    wanted: {
      stored: { id, payload: Buffer.from(JSON.stringify(kept)) },
      open: await open(id, kept, inputCharacters),
    },
    async reopen({ id, payload }) {
      const before = keptIn(payload);
      if (!before || !mayBeCalled(before, settings)) return undefined;
      try {
        return await open(id, before, EMBEDDING_PROVIDERS[before.provider].inputCharacters);
      } catch (error) {
        // Its package or its folder is gone: no reason not to start with the one that is set.
        deps.logger.warn('Embedding model before not opened', { model: id, error: error as Error });
        return undefined;
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function keptIn(payload: Uint8Array): Kept | undefined {
  try {
    return Kept.parse(JSON.parse(Buffer.from(payload).toString('utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Whether all that the model needs is there. Its key goes only to the provider's own address or to one that is set now:
 * the key may be meant for another server since.
 */
function mayBeCalled({ provider, model, baseUrl }: Kept, settings: Settings): boolean {
  const needs: readonly Need<keyof Settings>[] = EMBEDDING_PROVIDERS[provider].needs;
  const given = { ...settings, embeddingModel: model, embeddingBaseUrl: baseUrl };
  if (missingNeeds(needs, (key) => given[key] !== '').length > 0) return false;
  const isKeyless = provider === 'openai-compatible' && settings.embeddingApiKey === '';
  return isKeyless || baseUrl === '' || baseUrl === settings.embeddingBaseUrl;
}
