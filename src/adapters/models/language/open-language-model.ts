import {
  type Credentials,
  LANGUAGE_PROVIDERS,
  type LanguageProvider,
  type LanguageProviderName,
} from '../../../kernel/model-providers.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { Logger } from '../../../ports/logger.ts';
import { compatibleServer, isCompatible } from '../compatible-server.ts';
import type { ModelUsage } from '../model-usage.ts';
import type { ProviderHttp } from '../provider-http.ts';
import { SDK_PROVIDERS, sdkCallOf } from '../sdk-providers.ts';
import { secretsIn } from '../secrets.ts';
import { chatCompletionsModel } from './chat-completions.ts';
import type { ProviderModel } from './provider-model.ts';
import { resilientModel } from './resilient-model.ts';
import { sdkModel } from './sdk-model.ts';

/** A subset of `Config`. */
export interface LanguageModelSettings extends Credentials {
  readonly llmModel: string;
  readonly llmBaseUrl: string;
  readonly llmApiKey: string;
  readonly llmContextTokens: number;
}

interface Settings extends LanguageModelSettings {
  readonly llmProvider: 'extractive' | LanguageProviderName;
  readonly llmConcurrency: number;
  readonly llmQueueLimit: number;
  readonly llmFirstTokenTimeoutMs: number;
  readonly llmIdleTimeoutMs: number;
  readonly questionTimeoutMs: number;
}

/**
 * The configured language model with its connections; `undefined` when there is none. Makes no call yet.
 *
 * @param deps.elapsed Milliseconds, monotonic; `deps.now` those since the epoch.
 */
export async function openLanguageModel(
  settings: Settings,
  deps: { usage: ModelUsage; logger: Logger; now: () => number; elapsed: () => number; random: () => number },
): Promise<(LanguageModel & AsyncDisposable) | undefined> {
  if (settings.llmProvider === 'extractive') return undefined;
  // Loaded only when a model is used: its imports take a tenth of the start-up time.
  const { openProviderHttp } = await import('../provider-http.ts');
  const http = openProviderHttp({ connections: settings.llmConcurrency });
  const { model, contextTokens } = await openProviderModel(settings.llmProvider, settings, { ...deps, http });
  const bounded = resilientModel(model, {
    ...deps,
    contextTokens,
    concurrency: settings.llmConcurrency,
    waitingMax: settings.llmQueueLimit,
    limits: {
      // Part of the question's time must remain, to answer without the model.
      firstTokenMs: Math.min(settings.llmFirstTokenTimeoutMs, settings.questionTimeoutMs / 2),
      idleMs: settings.llmIdleTimeoutMs,
    },
    deadlineMs: settings.questionTimeoutMs,
    secrets: secretsIn(settings, settings.llmApiKey),
    now: deps.elapsed,
  });
  return { ...bounded, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}

/**
 * A provider's model, and its context window in tokens.
 *
 * @param settings Complete for this provider: `loadConfig` has checked it.
 * @param deps.now Milliseconds since the epoch.
 */
export async function openProviderModel(
  provider: LanguageProviderName,
  settings: LanguageModelSettings,
  { http, now }: { http: ProviderHttp; now: () => number },
): Promise<{ model: ProviderModel; contextTokens: number }> {
  const row: LanguageProvider = LANGUAGE_PROVIDERS[provider];
  // Without a default the setting is a required one.
  const name = settings.llmModel || row.model!;
  const contextTokens = settings.llmContextTokens || row.contextTokens;
  if (isCompatible(provider)) {
    const { llmBaseUrl: baseUrl, llmApiKey: apiKey } = settings;
    const server = compatibleServer({ provider, model: name, baseUrl, apiKey }, settings, { http, now });
    const reasoning = name === row.model ? row.reasoning : undefined;
    return { model: chatCompletionsModel(server, { reasoning }), contextTokens };
  }
  const sdk = await SDK_PROVIDERS[provider](settings, sdkCallOf(settings.llmBaseUrl, http));
  const model = sdkModel(sdk.languageModel(name), { id: `${provider}/${name}`, now });
  return { model, contextTokens };
}
