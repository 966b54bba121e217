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

interface LanguageProvider {
  /** As people call it. */
  readonly title: string;
  readonly needs: readonly Need[];
  /** Read where they are set, and not missed. */
  readonly takes: readonly NeededKey[];
  /** Used when LLM_MODEL is empty; `null`: it must be set, as every account has models of its own. */
  readonly model: string | null;
  /** That prompt and completion may take together, of the default model; LLM_CONTEXT_TOKENS overrules it. */
  readonly contextTokens: number;
}

export const LANGUAGE_PROVIDERS = {
  openai: {
    title: 'OpenAI',
    needs: ['openaiApiKey'],
    takes: ['llmModel', 'llmBaseUrl'],
    model: 'gpt-4.1-mini',
    contextTokens: 128_000,
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
    model: 'gemini-2.5-flash',
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
    model: 'llama-3.3-70b-versatile',
    contextTokens: 128_000,
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
