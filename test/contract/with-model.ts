import { startOpenAiServer } from '../model-servers/openai.ts';
import type { ModelServer } from '../model-servers/scripted-server.ts';
import { type Service, startService } from './service.ts';

/** A server that writes its answers by a language model, and the provider of that model. */
export interface ServiceWithModel extends AsyncDisposable {
  readonly service: Service;
  readonly provider: ModelServer;
}

/** One document is ingested: `The pool opens at nine on Sundays.` */
export async function startWithModel(settings: Record<string, string> = {}): Promise<ServiceWithModel> {
  await using opened = new AsyncDisposableStack();
  const provider = opened.use(await startOpenAiServer());
  const service = opened.use(
    await startService({
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: provider.baseUrl,
      LLM_MODEL: 'model-of-test',
      RATE_LIMIT_PER_MINUTE: '0',
      ...settings,
    }),
  );
  await service.ingest({ name: 'pool.txt', text: 'The pool opens at nine on Sundays.' });
  const owned = opened.move();
  return { service, provider, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

export const POOL_QUESTION = 'When does the pool open on Sundays?';
