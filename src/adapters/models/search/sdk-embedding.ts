import { failureOfSdk } from '../sdk-failure.ts';
import type { SdkProvider } from '../sdk-providers.ts';
import type { ProviderEmbedding, Purpose } from './provider-embedding.ts';

type SdkOptions = Record<string, Record<string, string>>;

/** Texts in one call when the provider allows more or states no limit: a failed call loses no more. */
const TEXTS_PER_CALL_MAX = 256;

/** How to tell a provider the purpose of an embedding; the others make no difference, or use a prefix. */
const OPTIONS: Readonly<Record<string, Readonly<Record<Purpose, SdkOptions>>>> = {
  google: {
    question: { google: { taskType: 'RETRIEVAL_QUERY' } },
    passage: { google: { taskType: 'RETRIEVAL_DOCUMENT' } },
  },
  cohere: {
    question: { cohere: { inputType: 'search_query', truncate: 'END' } },
    passage: { cohere: { inputType: 'search_document', truncate: 'END' } },
  },
  bedrock: {
    question: { bedrock: { inputType: 'search_query', embeddingPurpose: 'TEXT_RETRIEVAL', truncate: 'END' } },
    passage: {
      bedrock: { inputType: 'search_document', embeddingPurpose: 'GENERIC_INDEX', truncate: 'END' },
    },
  },
};

/** @param options.now Milliseconds since the epoch. */
export async function sdkEmbedding(
  model: ReturnType<SdkProvider['embeddingModel']>,
  { provider, id, now }: { provider: string; id: string; now: () => number },
): Promise<ProviderEmbedding> {
  const most = (await model.maxEmbeddingsPerCall) ?? TEXTS_PER_CALL_MAX;
  return {
    id,
    textsPerCall: Math.max(1, Math.min(most, TEXTS_PER_CALL_MAX)),
    async embed(texts, { purpose, signal }) {
      const providerOptions = OPTIONS[provider]?.[purpose];
      try {
        const { embeddings, usage } = await model.doEmbed({
          values: [...texts],
          abortSignal: signal,
          ...(providerOptions && { providerOptions }),
        });
        return { vectors: embeddings, tokens: usage?.tokens ?? null };
      } catch (error) {
        throw failureOfSdk(error, { signal, nowMs: now() });
      }
    },
  };
}
