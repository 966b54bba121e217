import {
  type Credentials,
  RERANK_PROVIDERS,
  type RerankProviderName,
} from '../../../kernel/model-providers.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { RerankModel } from '../../../ports/rerank-model.ts';
import type { ModelUsage } from '../model-usage.ts';
import { ProviderFailure } from '../provider-failure.ts';
import { createResilientCalls } from '../resilient-calls.ts';
import { failureOfSdk } from '../sdk-failure.ts';
import { SDK_PROVIDERS, sdkCallOf } from '../sdk-providers.ts';
import { secretsIn } from '../secrets.ts';

/** Questions ranked at the same time, and questions waiting. */
const CONCURRENCY = 16;
const WAITING_MAX = 64;

/** A subset of `Config`. */
interface Settings extends Credentials {
  readonly rerankProvider: 'none' | RerankProviderName;
  readonly rerankModel: string;
  readonly rerankBaseUrl: string;
  readonly rerankTimeoutMs: number;
  readonly questionTimeoutMs: number;
}

/** The configured reranking model with its connections; `undefined` when there is none. Makes no call yet. */
export async function openRerankModel(
  settings: Settings,
  deps: { usage: ModelUsage; logger: Logger; now: () => number; elapsed: () => number; random: () => number },
): Promise<(RerankModel & AsyncDisposable) | undefined> {
  const { rerankProvider: provider, rerankModel, rerankBaseUrl: baseUrl } = settings;
  if (provider === 'none') return undefined;
  // Loaded only when a model is used: its imports take a tenth of the start-up time.
  const { openProviderHttp } = await import('../provider-http.ts');
  const http = openProviderHttp({ connections: CONCURRENCY });
  const name = rerankModel || RERANK_PROVIDERS[provider].model;
  const id = `${provider}/${name}`;
  const model = (await SDK_PROVIDERS[provider](settings, sdkCallOf(baseUrl, http))).rerankingModel(name);
  const calls = createResilientCalls<number[]>({
    ...deps,
    ...{ what: 'Rerank model', modelId: id, concurrency: CONCURRENCY, waitingMax: WAITING_MAX },
    secrets: secretsIn(settings),
    now: deps.elapsed,
  });
  const limitMs = Math.min(settings.rerankTimeoutMs, settings.questionTimeoutMs / 4);

  return {
    id,
    rerank: (query, texts, { signal }) =>
      calls.run(
        async (within) => {
          const values = [...texts];
          const asked = { documents: { type: 'text' as const, values }, query, topN: values.length };
          try {
            const { ranking } = await model.doRerank({ ...asked, abortSignal: within });
            return wholeOrder(ranking, values.length);
          } catch (error) {
            throw failureOfSdk(error, { signal: within, nowMs: deps.now() });
          }
        },
        { limitMs, signal },
      ),
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

/** By relevance; ties keep their order. @throws {ProviderFailure} When an index is missing or invalid. */
function wholeOrder(ranking: readonly { index: number; relevanceScore: number }[], count: number): number[] {
  const scores = new Map(ranking.map(({ index, relevanceScore }) => [index, relevanceScore]));
  const places = Array.from({ length: count }, (_, place) => place);
  if (scores.size !== count || !places.every((place) => Number.isFinite(scores.get(place))))
    throw new ProviderFailure('malformed', { said: `${ranking.length} places of ${count} texts` });
  return places.sort((a, b) => scores.get(b)! - scores.get(a)! || a - b);
}
