import { CREDENTIALS, type CredentialKey, type LanguageProviderName } from '../../../model-providers.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { ModelUsage } from '../model-usage.ts';
import { type LanguageModelSettings, openProviderModel } from './registry.ts';
import { resilientModel } from './resilient-model.ts';

/** `Config` has them all. */
interface Settings extends LanguageModelSettings {
  readonly llmProvider: 'extractive' | LanguageProviderName;
  readonly llmConcurrency: number;
  readonly llmQueueLimit: number;
  readonly llmFirstTokenTimeoutMs: number;
  readonly llmIdleTimeoutMs: number;
  readonly questionTimeoutMs: number;
}

/**
 * The language model that the settings name, with its connections; `undefined` where none is to write. Nothing is called yet.
 *
 * @param deps.elapsed Milliseconds, monotonic; `deps.now` those since the epoch.
 */
export async function openLanguageModel(
  settings: Settings,
  deps: { usage: ModelUsage; logger: Logger; now: () => number; elapsed: () => number; random: () => number },
): Promise<(LanguageModel & AsyncDisposable) | undefined> {
  if (settings.llmProvider === 'extractive') return undefined;
  // Loaded only where a model is called: what it brings takes a tenth of a start.
  const { openProviderHttp } = await import('../provider-http.ts');
  const http = openProviderHttp({ connections: settings.llmConcurrency });
  const { model, contextTokens } = await openProviderModel(settings.llmProvider, settings, { ...deps, http });
  const bounded = resilientModel(model, {
    ...deps,
    contextTokens,
    concurrency: settings.llmConcurrency,
    waitingMax: settings.llmQueueLimit,
    limits: {
      // Something must be left of the question's time, to answer without the model.
      firstTokenMs: Math.min(settings.llmFirstTokenTimeoutMs, settings.questionTimeoutMs / 2),
      idleMs: settings.llmIdleTimeoutMs,
    },
    deadlineMs: settings.questionTimeoutMs,
    secrets: secretsIn(settings),
    now: deps.elapsed,
  });
  return { ...bounded, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}

/** Shorter ones are none, and would tear up what a provider says. */
const SECRET_LENGTH_MIN = 8;

function secretsIn(settings: Settings): string[] {
  const keys = Object.keys(CREDENTIALS) as CredentialKey[];
  const credentials = keys.filter((key) => /key|token/i.test(key)).map((key) => settings[key]);
  return [settings.llmApiKey, ...credentials].filter((secret) => secret.length >= SECRET_LENGTH_MIN);
}
