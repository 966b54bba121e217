import { openLanguageModel } from '../../src/adapters/models/language/open-language-model.ts';
import { createModelUsage } from '../../src/adapters/models/model-usage.ts';
import {
  CREDENTIALS,
  type Credentials,
  type LanguageProviderName,
} from '../../src/kernel/model-providers.ts';
import type { LogFields } from '../../src/ports/logger.ts';

type Settings = Parameters<typeof openLanguageModel>[0];

/** For tests: the model as the server opens it, with fake credentials and its log output. */
export async function openTestModel(
  provider: LanguageProviderName,
  settings: Partial<Settings>,
  elapsed: () => number = () => performance.now(),
) {
  const lines: { message: string; fields: LogFields }[] = [];
  const write = (message: string, fields: LogFields = {}) => void lines.push({ message, fields });
  const usage = createModelUsage({ prices: { 'model-of-test': { prompt: 1, completion: 4 } } });
  const model = await openLanguageModel(
    {
      ...(Object.fromEntries(Object.keys(CREDENTIALS).map((key) => [key, 'key-of-test'])) as Credentials),
      llmProvider: provider,
      llmModel: 'model-of-test',
      llmBaseUrl: '',
      llmApiKey: 'key-of-test',
      llmContextTokens: 0,
      llmConcurrency: 8,
      llmQueueLimit: 8,
      llmFirstTokenTimeoutMs: 5_000,
      llmIdleTimeoutMs: 5_000,
      questionTimeoutMs: 10_000,
      ...settings,
    },
    {
      usage,
      logger: { debug: write, info: write, warn: write, error: write, enabled: () => true },
      now: Date.now,
      elapsed,
      // No backoff: only Retry-After counts.
      random: () => 0,
    },
  );
  if (!model) throw new Error(`${provider} opens no model`);
  return { model, usage, lines };
}
