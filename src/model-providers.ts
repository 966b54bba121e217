/**
 * Which providers of models there are, and what each needs: the start-up check, the documentation and the adapters that
 * call them go by these tables, and an adapter does not compile without one of these rows.
 */

/** Settings that identify Docent to a provider, as `Config` and as the environment names them. */
export const CREDENTIALS = {
  openaiApiKey: 'OPENAI_API_KEY',
  anthropicApiKey: 'ANTHROPIC_API_KEY',
  googleApiKey: 'GOOGLE_API_KEY',
  azureApiKey: 'AZURE_API_KEY',
  azureResourceName: 'AZURE_RESOURCE_NAME',
  awsRegion: 'AWS_REGION',
  awsAccessKeyId: 'AWS_ACCESS_KEY_ID',
  awsSecretAccessKey: 'AWS_SECRET_ACCESS_KEY',
  awsSessionToken: 'AWS_SESSION_TOKEN',
  mistralApiKey: 'MISTRAL_API_KEY',
  groqApiKey: 'GROQ_API_KEY',
  cohereApiKey: 'COHERE_API_KEY',
} as const;

export type CredentialKey = keyof typeof CREDENTIALS;

/** Values of all credentials; empty where none is given. */
export type Credentials = { readonly [Key in CredentialKey]: string };

/** Settings of the language model that some providers cannot do without. */
export const LANGUAGE_MODEL_SETTINGS = {
  llmModel: 'LLM_MODEL',
  llmBaseUrl: 'LLM_BASE_URL',
  llmApiKey: 'LLM_API_KEY',
} as const;

type NeededKey = CredentialKey | keyof typeof LANGUAGE_MODEL_SETTINGS;

/** One setting, or several of which one will do. */
export type Need<Key extends string = NeededKey> = Key | readonly Key[];

export interface LanguageProvider {
  /** As people call it. */
  readonly title: string;
  readonly needs: readonly Need[];
  /** Read where they are set, and not missed. */
  readonly takes: readonly NeededKey[];
  /** Used when LLM_MODEL is empty; `null`: it must be set, as every account has models of its own. */
  readonly model: string | null;
  /** That prompt and completion may take together, of the default model; LLM_CONTEXT_TOKENS overrules it. */
  readonly contextTokens: number;
  /** How much the default model thinks before it writes, where it would think more than an answer from passages needs. */
  readonly reasoning?: 'none' | 'low';
}

export const LANGUAGE_PROVIDERS = {
  openai: {
    title: 'OpenAI',
    needs: ['openaiApiKey'],
    takes: ['llmModel', 'llmBaseUrl'],
    model: 'gpt-6-luna',
    contextTokens: 1_000_000,
    reasoning: 'none',
  },
  anthropic: {
    title: 'Anthropic',
    needs: ['anthropicApiKey'],
    takes: ['llmModel', 'llmBaseUrl'],
    model: 'claude-haiku-4-5',
    contextTokens: 200_000,
  },
  google: {
    title: 'Google Gemini',
    needs: ['googleApiKey'],
    takes: ['llmModel', 'llmBaseUrl'],
    model: 'gemini-3.5-flash-lite',
    contextTokens: 1_000_000,
  },
  azure: {
    title: 'Azure OpenAI',
    needs: ['azureApiKey', ['azureResourceName', 'llmBaseUrl'], 'llmModel'],
    takes: [],
    model: null,
    contextTokens: 128_000,
  },
  bedrock: {
    title: 'Amazon Bedrock',
    needs: ['awsRegion', 'awsAccessKeyId', 'awsSecretAccessKey', 'llmModel'],
    takes: ['awsSessionToken', 'llmBaseUrl'],
    model: null,
    contextTokens: 128_000,
  },
  mistral: {
    title: 'Mistral',
    needs: ['mistralApiKey'],
    takes: ['llmModel', 'llmBaseUrl'],
    model: 'mistral-small-latest',
    contextTokens: 128_000,
  },
  groq: {
    title: 'Groq',
    needs: ['groqApiKey'],
    takes: ['llmModel', 'llmBaseUrl'],
    model: 'openai/gpt-oss-120b',
    contextTokens: 128_000,
    reasoning: 'low',
  },
  cohere: {
    title: 'Cohere',
    needs: ['cohereApiKey'],
    takes: ['llmModel', 'llmBaseUrl'],
    model: 'command-a-03-2025',
    contextTokens: 256_000,
  },
  'openai-compatible': {
    title: 'Any server with the chat completions of OpenAI',
    needs: ['llmBaseUrl', 'llmModel'],
    takes: ['llmApiKey'],
    model: null,
    contextTokens: 8_192,
  },
} as const satisfies Record<string, LanguageProvider>;

export type LanguageProviderName = keyof typeof LANGUAGE_PROVIDERS;

/** Settings of the embedding model that some providers cannot do without. */
export const EMBEDDING_MODEL_SETTINGS = {
  embeddingModel: 'EMBEDDING_MODEL',
  embeddingBaseUrl: 'EMBEDDING_BASE_URL',
  embeddingApiKey: 'EMBEDDING_API_KEY',
} as const;

type EmbeddingKey = CredentialKey | keyof typeof EMBEDDING_MODEL_SETTINGS;

interface EmbeddingProvider {
  readonly title: string;
  readonly needs: readonly Need<EmbeddingKey>[];
  readonly takes: readonly EmbeddingKey[];
  /** Used when EMBEDDING_MODEL is empty; `null`: it must be set. */
  readonly model: string | null;
  /** UTF-16 units of a text that is embedded, the rest is cut: what surely fits the tokens of the default model. */
  readonly inputCharacters: number;
}

/** The models that read texts; beside them stands `builtin`, which is learned from the terms of the corpus. */
export const EMBEDDING_PROVIDERS = {
  openai: {
    title: 'OpenAI',
    needs: ['openaiApiKey'],
    takes: ['embeddingModel', 'embeddingBaseUrl'],
    model: 'text-embedding-3-small',
    inputCharacters: 8_000,
  },
  google: {
    title: 'Google Gemini',
    needs: ['googleApiKey'],
    takes: ['embeddingModel', 'embeddingBaseUrl'],
    model: 'gemini-embedding-001',
    inputCharacters: 4_000,
  },
  azure: {
    title: 'Azure OpenAI',
    needs: ['azureApiKey', ['azureResourceName', 'embeddingBaseUrl'], 'embeddingModel'],
    takes: [],
    model: null,
    inputCharacters: 8_000,
  },
  bedrock: {
    title: 'Amazon Bedrock',
    needs: ['awsRegion', 'awsAccessKeyId', 'awsSecretAccessKey', 'embeddingModel'],
    takes: ['awsSessionToken', 'embeddingBaseUrl'],
    model: null,
    // Of Cohere's models there; Titan takes more.
    inputCharacters: 2_048,
  },
  mistral: {
    title: 'Mistral',
    needs: ['mistralApiKey'],
    takes: ['embeddingModel', 'embeddingBaseUrl'],
    model: 'mistral-embed',
    inputCharacters: 8_000,
  },
  cohere: {
    title: 'Cohere',
    needs: ['cohereApiKey'],
    takes: ['embeddingModel', 'embeddingBaseUrl'],
    model: 'embed-v4.0',
    inputCharacters: 8_000,
  },
  'openai-compatible': {
    title: 'Any server with the embeddings of OpenAI',
    needs: ['embeddingBaseUrl', 'embeddingModel'],
    takes: ['embeddingApiKey'],
    model: null,
    inputCharacters: 4_000,
  },
  transformers: {
    title: 'An ONNX model in this process',
    needs: [],
    takes: ['embeddingModel'],
    model: 'Xenova/multilingual-e5-small',
    // It cuts at its own bound of tokens by itself.
    inputCharacters: 8_000,
  },
} as const satisfies Record<string, EmbeddingProvider>;

export type EmbeddingProviderName = keyof typeof EMBEDDING_PROVIDERS;

export const RERANK_MODEL_SETTINGS = {
  rerankModel: 'RERANK_MODEL',
  rerankBaseUrl: 'RERANK_BASE_URL',
} as const;

type RerankKey = CredentialKey | keyof typeof RERANK_MODEL_SETTINGS;

interface RerankProvider {
  readonly title: string;
  readonly needs: readonly Need<RerankKey>[];
  readonly takes: readonly RerankKey[];
  readonly model: string;
}

export const RERANK_PROVIDERS = {
  cohere: {
    title: 'Cohere',
    needs: ['cohereApiKey'],
    takes: ['rerankModel', 'rerankBaseUrl'],
    model: 'rerank-v3.5',
  },
  bedrock: {
    title: 'Amazon Bedrock',
    needs: ['awsRegion', 'awsAccessKeyId', 'awsSecretAccessKey'],
    takes: ['awsSessionToken', 'rerankModel', 'rerankBaseUrl'],
    model: 'cohere.rerank-v3-5:0',
  },
} as const satisfies Record<string, RerankProvider>;

export type RerankProviderName = keyof typeof RERANK_PROVIDERS;

/**
 * Which of `needs` nothing is given for, each as the names of the settings that would do.
 *
 * @param given Whether a setting has a value.
 */
export function missingNeeds<Key extends string>(
  needs: readonly Need<Key>[],
  given: (key: Key) => boolean,
): (readonly Key[])[] {
  const choices = needs.map((need) => (typeof need === 'string' ? [need] : need));
  return choices.filter((choice) => !choice.some(given));
}
