import type { LanguageProviderName } from '../../../kernel/model-providers.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { ModelUsage } from '../model-usage.ts';
import { secretsIn } from '../secrets.ts';
import { type LanguageModelSettings, openProviderModel } from './registry.ts';
import { resilientModel } from './resilient-model.ts';

/** A subset of `Config`. */
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
