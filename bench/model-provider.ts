/** `model-stand-in.ts` in its own process, and the settings with which a server uses it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface ModelProvider extends AsyncDisposable {
  /** For embeddings. */
  readonly embedding: Record<string, string>;
  /** For answers. */
  readonly writing: Record<string, string>;
}

/** @param inFlight How many calls for embeddings a server may make at a time. */
export async function startModelProvider(inFlight: number): Promise<ModelProvider> {
  const child = fork(new URL('./model-stand-in.ts', import.meta.url), { stdio: 'inherit' });
  const [{ baseUrl }] = (await once(child, 'message')) as [{ baseUrl: string }];
  return {
    embedding: {
      EMBEDDING_PROVIDER: 'openai-compatible',
      EMBEDDING_MODEL: 'bench',
      EMBEDDING_BASE_URL: baseUrl,
      EMBEDDING_CONCURRENCY: String(inFlight),
    },
    writing: { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'bench', LLM_BASE_URL: baseUrl },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
