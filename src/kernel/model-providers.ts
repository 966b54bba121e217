/**
 * The model providers and what each needs. The start-up check, the documentation and the adapters use these tables; an
 * adapter without a row does not compile.
 */

/** Of `LLM_PROVIDER`, and of answers that nobody wrote: sentences of the documents are quoted. */
export const EXTRACTIVE = 'extractive';

/** Credential settings: their names in `Config` and in the environment. */
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

/** Values of all credentials; empty when not given. */
export type Credentials = { readonly [Key in CredentialKey]: string };

/** The settings that a provider may need or use, as `Config` names them. */
export type ProviderKey =
  | CredentialKey
  | `${'llm' | 'embedding' | 'rerank'}${'Model' | 'BaseUrl'}`
  | `${'llm' | 'embedding'}ApiKey`;

/** One setting, or alternatives of which one suffices. */
export type Need<Key extends string = ProviderKey> = Key | readonly Key[];

interface ModelProvider {
  readonly needs: readonly Need[];
  /** Used when no model is set; `null`: one must be set, as every account has its own models. */
  readonly model: string | null;
}

export interface LanguageProvider extends ModelProvider {
  /** Context window of the default model, prompt and completion together; LLM_CONTEXT_TOKENS overrides it. */
  readonly contextTokens: number;
  /** Reasoning effort of the default model, where its own default exceeds what answers from passages need. */
  readonly reasoning?: 'none' | 'low';
}

export const LANGUAGE_PROVIDERS = {
  openai: {
    needs: ['openaiApiKey'],
    model: 'gpt-6-luna',
    contextTokens: 1_000_000,
    reasoning: 'none',
  },
  anthropic: {
    needs: ['anthropicApiKey'],
    model: 'claude-haiku-4-5',
    contextTokens: 200_000,
  },
  google: {
    needs: ['googleApiKey'],
    model: 'gemini-3.5-flash-lite',
    contextTokens: 1_000_000,
  },
  azure: {
    needs: ['azureApiKey', ['azureResourceName', 'llmBaseUrl'], 'llmModel'],
    model: null,
    contextTokens: 128_000,
  },
  bedrock: {
    needs: ['awsRegion', 'awsAccessKeyId', 'awsSecretAccessKey', 'llmModel'],
    model: null,
    contextTokens: 128_000,
  },
  mistral: {
    needs: ['mistralApiKey'],
    model: 'mistral-small-latest',
    contextTokens: 128_000,
  },
  groq: {
    needs: ['groqApiKey'],
    model: 'openai/gpt-oss-120b',
    contextTokens: 128_000,
    reasoning: 'low',
  },
  cohere: {
    needs: ['cohereApiKey'],
    model: 'command-a-03-2025',
    contextTokens: 256_000,
  },
  /** Any server with the chat completions of OpenAI. */
  'openai-compatible': {
    needs: ['llmBaseUrl', 'llmModel'],
    model: null,
    contextTokens: 8_192,
  },
} as const satisfies Record<string, LanguageProvider>;

export type LanguageProviderName = keyof typeof LANGUAGE_PROVIDERS;

interface EmbeddingProvider extends ModelProvider {
  /** Longest text to embed, in UTF-16 units; the rest is cut. Chosen to fit the default model's token limit. */
  readonly inputCharacters: number;
}

/** Models that embed text. `builtin` is separate: it is learned from the terms of the corpus. */
export const EMBEDDING_PROVIDERS = {
  openai: {
    needs: ['openaiApiKey'],
    model: 'text-embedding-3-small',
    inputCharacters: 8_000,
  },
  google: {
    needs: ['googleApiKey'],
    model: 'gemini-embedding-001',
    inputCharacters: 4_000,
  },
  azure: {
    needs: ['azureApiKey', ['azureResourceName', 'embeddingBaseUrl'], 'embeddingModel'],
    model: null,
    inputCharacters: 8_000,
  },
  bedrock: {
    needs: ['awsRegion', 'awsAccessKeyId', 'awsSecretAccessKey', 'embeddingModel'],
    model: null,
    // Cohere's limit; Titan accepts more.
    inputCharacters: 2_048,
  },
  mistral: {
    needs: ['mistralApiKey'],
    model: 'mistral-embed',
    inputCharacters: 8_000,
  },
  cohere: {
    needs: ['cohereApiKey'],
    model: 'embed-v4.0',
    inputCharacters: 8_000,
  },
  /** Any server with the embeddings of OpenAI. */
  'openai-compatible': {
    needs: ['embeddingBaseUrl', 'embeddingModel'],
    model: null,
    inputCharacters: 4_000,
  },
  /** An ONNX model in this process. */
  transformers: {
    needs: [],
    model: 'Xenova/multilingual-e5-small',
    // The provider truncates at its own token limit.
    inputCharacters: 8_000,
  },
} as const satisfies Record<string, EmbeddingProvider>;

export type EmbeddingProviderName = keyof typeof EMBEDDING_PROVIDERS;

export const RERANK_PROVIDERS = {
  cohere: {
    needs: ['cohereApiKey'],
    model: 'rerank-v3.5',
  },
  bedrock: {
    needs: ['awsRegion', 'awsAccessKeyId', 'awsSecretAccessKey'],
    model: 'cohere.rerank-v3-5:0',
  },
} as const satisfies Record<string, ModelProvider>;

export type RerankProviderName = keyof typeof RERANK_PROVIDERS;

/**
 * The unmet `needs`, each as the names of the settings that would meet it.
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
