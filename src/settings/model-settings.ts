import { z } from 'zod';
import {
  CREDENTIALS,
  type CredentialKey,
  EMBEDDING_PROVIDERS,
  type EmbeddingProviderName,
  EXTRACTIVE,
  LANGUAGE_PROVIDERS,
  type LanguageProviderName,
  missingNeeds,
  type Need,
  type ProviderKey,
  RERANK_PROVIDERS,
  type RerankProviderName,
} from '../kernel/model-providers.ts';
import { httpUrl, jsonOf, number, oneOf, type Setting, secret, text, whole } from './setting-kinds.ts';

const LANGUAGE_NAMES = Object.keys(LANGUAGE_PROVIDERS) as LanguageProviderName[];
const EMBEDDING_NAMES = Object.keys(EMBEDDING_PROVIDERS) as EmbeddingProviderName[];
const RERANK_NAMES = Object.keys(RERANK_PROVIDERS) as RerankProviderName[];

const CREDENTIAL_SETTINGS = {
  openaiApiKey: secret(CREDENTIALS.openaiApiKey, 'OpenAI API key.'),
  anthropicApiKey: secret(CREDENTIALS.anthropicApiKey, 'Anthropic API key.'),
  googleApiKey: secret(CREDENTIALS.googleApiKey, 'Google Gemini API key.'),
  azureApiKey: secret(CREDENTIALS.azureApiKey, 'Azure OpenAI API key.'),
  azureResourceName: text(
    CREDENTIALS.azureResourceName,
    '',
    'Azure OpenAI resource: the first part of its host name.',
  ),
  awsRegion: text(CREDENTIALS.awsRegion, '', 'AWS region for Amazon Bedrock and S3, such as eu-central-1.'),
  awsAccessKeyId: secret(CREDENTIALS.awsAccessKeyId, 'AWS access key id for Amazon Bedrock and S3.'),
  awsSecretAccessKey: secret(CREDENTIALS.awsSecretAccessKey, 'AWS secret access key for Amazon Bedrock.'),
  awsSessionToken: secret(CREDENTIALS.awsSessionToken, 'AWS session token, for a temporary key.', 8_192),
  mistralApiKey: secret(CREDENTIALS.mistralApiKey, 'Mistral API key.'),
  groqApiKey: secret(CREDENTIALS.groqApiKey, 'Groq API key.'),
  cohereApiKey: secret(CREDENTIALS.cohereApiKey, 'Cohere API key.'),
} as const satisfies Record<CredentialKey, Setting>;

/** Settings of the language, embedding and reranking models and the credentials of their providers. */
export const MODEL_SETTINGS = {
  llmProvider: oneOf(
    'LLM_PROVIDER',
    EXTRACTIVE,
    [EXTRACTIVE, ...LANGUAGE_NAMES],
    'Provider of the language model that writes answers; see docs/how-to/language-models.md. extractive quotes the documents and calls no provider.',
  ),
  llmModel: text('LLM_MODEL', '', "Name of the language model. Empty: the provider's default."),
  llmBaseUrl: httpUrl(
    'LLM_BASE_URL',
    'Base URL of the language model provider. Empty: its public one. Required for openai-compatible.',
  ),
  llmApiKey: secret('LLM_API_KEY', 'Key for openai-compatible, if the server needs one.'),
  llmContextTokens: whole(
    'LLM_CONTEXT_TOKENS',
    "Context window in tokens, for prompt and answer together. 0: that of the provider's default model.",
    { fallback: 0, min: 0, max: 10_000_000 },
  ),
  llmConcurrency: whole(
    'LLM_CONCURRENCY',
    'Maximum number of concurrent calls to the language model. Further calls wait.',
    { fallback: 32, min: 1, max: 1_000 },
  ),
  llmQueueLimit: whole(
    'LLM_QUEUE_LIMIT',
    'Maximum number of calls that wait for the language model. Further calls fail at once.',
    { fallback: 64, min: 0, max: 10_000 },
  ),
  llmFirstTokenTimeoutMs: whole(
    'LLM_FIRST_TOKEN_TIMEOUT_MS',
    'Time limit for the first token of the language model, in milliseconds; at most half of QUESTION_TIMEOUT_MS.',
    { fallback: 30_000, min: 10, max: 600_000 },
  ),
  llmIdleTimeoutMs: whole(
    'LLM_IDLE_TIMEOUT_MS',
    'Time limit for a pause of the language model within an answer, in milliseconds.',
    { fallback: 15_000, min: 10, max: 600_000 },
  ),
  llmPrices: prices('LLM_PRICES', 'Token prices by model, used to report costs.'),
  ...CREDENTIAL_SETTINGS,
  embeddingProvider: oneOf(
    'EMBEDDING_PROVIDER',
    'builtin',
    ['builtin', ...EMBEDDING_NAMES],
    'Provider of the embeddings that find passages by meaning; see docs/how-to/embeddings.md. builtin learns them from the documents and calls no provider.',
  ),
  embeddingModel: text(
    'EMBEDDING_MODEL',
    '',
    "Name of the embedding model; for transformers also a folder. Empty: the provider's default.",
  ),
  embeddingBaseUrl: httpUrl(
    'EMBEDDING_BASE_URL',
    'Base URL of the embedding provider. Empty: its public one. Required for openai-compatible.',
  ),
  embeddingApiKey: secret(
    'EMBEDDING_API_KEY',
    'Key for openai-compatible embeddings, if the server needs one.',
  ),
  embeddingInputChars: whole(
    'EMBEDDING_INPUT_CHARS',
    "Maximum number of characters of a text to embed; the rest is cut off. 0: what the provider's default model accepts.",
    { fallback: 0, min: 0, max: 1_000_000 },
  ),
  embeddingConcurrency: whole(
    'EMBEDDING_CONCURRENCY',
    'Maximum number of concurrent calls to the embedding provider. Further calls wait.',
    { fallback: 8, min: 1, max: 1_000 },
  ),
  embeddingWeight: number(
    'EMBEDDING_WEIGHT',
    "Weight of a provider's embeddings in the ranking, relative to that of the built-in model. 0: words alone decide.",
    { fallback: 1, min: 0, max: 10 },
  ),
  embeddingTimeoutMs: whole(
    'EMBEDDING_TIMEOUT_MS',
    'Time limit to embed a question, in milliseconds; at most a quarter of QUESTION_TIMEOUT_MS. After that Docent searches by words alone.',
    { fallback: 3_000, min: 10, max: 600_000 },
  ),
  rerankProvider: oneOf(
    'RERANK_PROVIDER',
    'none',
    ['none', ...RERANK_NAMES],
    'Provider of the model that reranks the best 25 passages. none calls no provider.',
  ),
  rerankModel: text('RERANK_MODEL', '', "Name of the reranking model. Empty: the provider's default."),
  rerankBaseUrl: httpUrl('RERANK_BASE_URL', 'Base URL of the reranking provider. Empty: its public one.'),
  rerankTimeoutMs: whole(
    'RERANK_TIMEOUT_MS',
    'Time limit to rerank, in milliseconds; at most a quarter of QUESTION_TIMEOUT_MS. After that the built-in order is used.',
    { fallback: 3_000, min: 10, max: 600_000 },
  ),
} as const satisfies Record<string, Setting>;

/** The settings that choose a provider, each with its table; values without a row need nothing. */
const CHOICES: readonly {
  key: 'llmProvider' | 'embeddingProvider' | 'rerankProvider';
  providers: Readonly<Record<string, { readonly needs: readonly Need[] }>>;
}[] = [
  { key: 'llmProvider', providers: LANGUAGE_PROVIDERS },
  { key: 'embeddingProvider', providers: EMBEDDING_PROVIDERS },
  { key: 'rerankProvider', providers: RERANK_PROVIDERS },
];

/**
 * A line for each setting that a chosen provider needs but lacks.
 *
 * @param config May lack settings that could not be read: they are reported already.
 */
export function providerComplaints(
  config: Readonly<Partial<Record<keyof typeof MODEL_SETTINGS, unknown>>>,
): string[] {
  const isGiven = (key: ProviderKey) => config[key] !== '';
  return CHOICES.flatMap(({ key, providers }) => {
    const provider = String(config[key]);
    return missingNeeds(providers[provider]?.needs ?? [], isGiven).map((choice) => {
      const names = choice.map((needed) => MODEL_SETTINGS[needed].name).join(' or ');
      return `${names} must be set when ${MODEL_SETTINGS[key].name} is ${provider}: current value is ""`;
    });
  });
}

/** US dollars per million tokens, by model. */
function prices(name: string, explains: string) {
  const dollars = z.number().min(0).max(1_000_000);
  const price = z.strictObject({ prompt: dollars, completion: dollars }).readonly();
  const schema = z.string().transform(jsonOf).pipe(z.record(z.string(), price).readonly());
  const takes = 'JSON of dollars per million tokens such as {"gpt-6-luna":{"prompt":0.1,"completion":0.5}}';
  return { name, fallback: '{}', explains, takes, schema };
}
