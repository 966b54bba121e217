import { z } from 'zod';
import {
  CREDENTIALS,
  type CredentialKey,
  LANGUAGE_MODEL_SETTINGS,
  LANGUAGE_PROVIDERS,
  type LanguageProviderName,
  missingNeeds,
  type Need,
} from './model-providers.ts';
import { oneOf, type Setting, secret, text, webAddress, whole } from './setting-kinds.ts';

const PROVIDER_NAMES = Object.keys(LANGUAGE_PROVIDERS) as LanguageProviderName[];

const CREDENTIAL_SETTINGS = {
  openaiApiKey: secret(CREDENTIALS.openaiApiKey, 'Key for OpenAI.'),
  anthropicApiKey: secret(CREDENTIALS.anthropicApiKey, 'Key for Anthropic.'),
  googleApiKey: secret(CREDENTIALS.googleApiKey, 'Key for the Gemini API of Google.'),
  azureApiKey: secret(CREDENTIALS.azureApiKey, 'Key for Azure OpenAI.'),
  azureResourceName: text(
    CREDENTIALS.azureResourceName,
    '',
    'Resource of Azure OpenAI, the first part of its host name.',
  ),
  awsRegion: text(CREDENTIALS.awsRegion, '', 'Region of Amazon Bedrock, such as eu-central-1.'),
  awsAccessKeyId: secret(CREDENTIALS.awsAccessKeyId, 'Id of the key for Amazon Bedrock.'),
  awsSecretAccessKey: secret(CREDENTIALS.awsSecretAccessKey, 'Key for Amazon Bedrock.'),
  awsSessionToken: longSecret(CREDENTIALS.awsSessionToken, 'Token of a temporary key for Amazon Bedrock.'),
  mistralApiKey: secret(CREDENTIALS.mistralApiKey, 'Key for Mistral.'),
  groqApiKey: secret(CREDENTIALS.groqApiKey, 'Key for Groq.'),
  cohereApiKey: secret(CREDENTIALS.cohereApiKey, 'Key for Cohere.'),
} as const satisfies Record<CredentialKey, Setting>;

/** Settings of the language models and the credentials of their providers. */
export const MODEL_SETTINGS = {
  llmProvider: oneOf(
    'LLM_PROVIDER',
    'extractive',
    ['extractive', ...PROVIDER_NAMES],
    'What writes the answers; extractive quotes the documents and calls nobody. The others need settings of their own, see docs/language-models.md.',
  ),
  llmModel: text(
    LANGUAGE_MODEL_SETTINGS.llmModel,
    '',
    "Model that writes, as its provider names it; empty takes the provider's default.",
  ),
  llmBaseUrl: webAddress(
    LANGUAGE_MODEL_SETTINGS.llmBaseUrl,
    'Where the provider is called; empty takes its public address. openai-compatible has none.',
  ),
  llmApiKey: secret(
    LANGUAGE_MODEL_SETTINGS.llmApiKey,
    'Key for openai-compatible, where the server wants one.',
  ),
  llmContextTokens: whole(
    'LLM_CONTEXT_TOKENS',
    0,
    { min: 0, max: 10_000_000 },
    'Tokens that prompt and completion may take together; 0 takes what the default model of the provider has.',
  ),
  llmConcurrency: whole(
    'LLM_CONCURRENCY',
    32,
    { min: 1, max: 1_000 },
    'Calls to the language model at the same time; further ones wait.',
  ),
  llmQueueLimit: whole(
    'LLM_QUEUE_LIMIT',
    64,
    { min: 0, max: 10_000 },
    'Calls that may wait for the language model; further ones are declined for the time being.',
  ),
  llmFirstTokenTimeoutMs: whole(
    'LLM_FIRST_TOKEN_TIMEOUT_MS',
    30_000,
    { min: 10, max: 600_000 },
    'Milliseconds within which the language model must begin to answer.',
  ),
  llmIdleTimeoutMs: whole(
    'LLM_IDLE_TIMEOUT_MS',
    15_000,
    { min: 10, max: 600_000 },
    'Milliseconds for which the language model may fall silent within an answer.',
  ),
  llmPrices: prices(
    'LLM_PRICES',
    'What tokens cost, counted for each model. Nothing is counted of models that are not named.',
  ),
  ...CREDENTIAL_SETTINGS,
} as const satisfies Record<string, Setting>;

type ModelConfig = { readonly [Key in keyof typeof MODEL_SETTINGS]?: unknown };

/**
 * What the chosen language provider needs but lacks, as `loadConfig` lists it.
 *
 * @param config May lack settings that could not be read.
 */
export function languageProviderComplaints(config: ModelConfig): string[] {
  const name = config.llmProvider as LanguageProviderName | 'extractive' | undefined;
  if (name === undefined || name === 'extractive') return [];
  return complaintsOfNeeds(LANGUAGE_PROVIDERS[name].needs, {
    config,
    settings: MODEL_SETTINGS,
    when: `LLM_PROVIDER is ${name}`,
  });
}

/** A line for each unmet need, with the settings that would meet it. */
export function complaintsOfNeeds<Key extends string>(
  needs: readonly Need<Key>[],
  of: {
    config: Readonly<Partial<Record<Key, unknown>>>;
    settings: Readonly<Record<Key, Setting>>;
    when: string;
  },
): string[] {
  // Unreadable settings are reported already.
  const missing = missingNeeds(needs, (key) => of.config[key] !== '');
  return missing.map((choice) => {
    const names = choice.map((key) => of.settings[key].name);
    return `${names.join(' or ')} must be set when ${of.when}: current value is ""`;
  });
}

function longSecret(name: string, explains: string) {
  const schema = z.string().regex(/^[!-~]{0,8192}$/);
  return { name, fallback: '', explains, takes: 'visible ASCII characters', schema, secret: true as const };
}

/** US dollars per million tokens, by model. */
function prices(name: string, explains: string) {
  const dollars = z.number().min(0).max(1_000_000);
  const schema = z
    .string()
    .transform(jsonOf)
    .pipe(
      z.record(z.string(), z.strictObject({ prompt: dollars, completion: dollars }).readonly()).readonly(),
    );
  const takes = 'JSON of dollars per million tokens such as {"gpt-6-luna":{"prompt":0.1,"completion":0.5}}';
  return { name, fallback: '{}', explains, takes, schema };
}

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
