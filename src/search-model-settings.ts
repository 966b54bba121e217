import {
  EMBEDDING_MODEL_SETTINGS,
  EMBEDDING_PROVIDERS,
  type EmbeddingProviderName,
  RERANK_MODEL_SETTINGS,
  RERANK_PROVIDERS,
  type RerankProviderName,
} from './model-providers.ts';
import { complaintsOfNeeds, MODEL_SETTINGS } from './model-settings.ts';
import { number, oneOf, type Setting, secret, text, webAddress, whole } from './setting-kinds.ts';

const EMBEDDING_NAMES = Object.keys(EMBEDDING_PROVIDERS) as EmbeddingProviderName[];
const RERANK_NAMES = Object.keys(RERANK_PROVIDERS) as RerankProviderName[];

/** Settings of the embedding and reranking models. */
export const SEARCH_MODEL_SETTINGS = {
  embeddingProvider: oneOf(
    'EMBEDDING_PROVIDER',
    'builtin',
    ['builtin', ...EMBEDDING_NAMES],
    'What tells which passages mean what a question means; builtin learns it from the documents and calls nobody. The others need settings of their own, see docs/embeddings.md.',
  ),
  embeddingModel: text(
    EMBEDDING_MODEL_SETTINGS.embeddingModel,
    '',
    "Embedding model as its provider names it, for transformers also a folder; empty takes the provider's default.",
  ),
  embeddingBaseUrl: webAddress(
    EMBEDDING_MODEL_SETTINGS.embeddingBaseUrl,
    'Where the embedding provider is called; empty takes its public address. openai-compatible has none.',
  ),
  embeddingApiKey: secret(
    EMBEDDING_MODEL_SETTINGS.embeddingApiKey,
    'Key for openai-compatible embeddings, where the server wants one.',
  ),
  embeddingInputChars: whole(
    'EMBEDDING_INPUT_CHARS',
    0,
    { min: 0, max: 1_000_000 },
    'Characters of a text that are embedded, the rest is cut; 0 takes what the default model of the provider surely takes.',
  ),
  embeddingConcurrency: whole(
    'EMBEDDING_CONCURRENCY',
    8,
    { min: 1, max: 1_000 },
    'Calls to the embedding provider at the same time; further ones wait.',
  ),
  embeddingWeight: number(
    'EMBEDDING_WEIGHT',
    2,
    { min: 0, max: 10 },
    "What the meaning that a provider's model sees counts beside words, as a multiple of what the built-in model's counts; 0 takes words alone.",
  ),
  embeddingTimeoutMs: whole(
    'EMBEDDING_TIMEOUT_MS',
    3_000,
    { min: 10, max: 600_000 },
    'Milliseconds that the embedding of a question may take, and a quarter of QUESTION_TIMEOUT_MS at most; then it is searched for by its words alone.',
  ),
  rerankProvider: oneOf(
    'RERANK_PROVIDER',
    'none',
    ['none', ...RERANK_NAMES],
    'What puts the best 50 passages in order once more, behind the built-in ranking; none sends them to nobody.',
  ),
  rerankModel: text(
    RERANK_MODEL_SETTINGS.rerankModel,
    '',
    "Model that ranks, as its provider names it; empty takes the provider's default.",
  ),
  rerankBaseUrl: webAddress(
    RERANK_MODEL_SETTINGS.rerankBaseUrl,
    'Where the provider of the ranking is called; empty takes its public address.',
  ),
  rerankTimeoutMs: whole(
    'RERANK_TIMEOUT_MS',
    3_000,
    { min: 10, max: 600_000 },
    'Milliseconds that the ranking may take, and a quarter of QUESTION_TIMEOUT_MS at most; then the built-in order stands.',
  ),
} as const satisfies Record<string, Setting>;

const SETTINGS = { ...MODEL_SETTINGS, ...SEARCH_MODEL_SETTINGS };

type SearchModelConfig = { readonly [Key in keyof typeof SETTINGS]?: unknown };

/**
 * What the chosen embedding and reranking providers need but lack, as `loadConfig` lists it.
 *
 * @param config May lack settings that could not be read.
 */
export function searchProviderComplaints(config: SearchModelConfig): string[] {
  const embedding = config.embeddingProvider as EmbeddingProviderName | 'builtin' | undefined;
  const rerank = config.rerankProvider as RerankProviderName | 'none' | undefined;
  return [
    ...(embedding === undefined || embedding === 'builtin'
      ? []
      : complaintsOfNeeds(EMBEDDING_PROVIDERS[embedding].needs, {
          config,
          settings: SETTINGS,
          when: `EMBEDDING_PROVIDER is ${embedding}`,
        })),
    ...(rerank === undefined || rerank === 'none'
      ? []
      : complaintsOfNeeds(RERANK_PROVIDERS[rerank].needs, {
          config,
          settings: SETTINGS,
          when: `RERANK_PROVIDER is ${rerank}`,
        })),
  ];
}
