/** `model-stand-in.ts` in its own process, and the settings with which a server uses it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface ModelProvider extends AsyncDisposable {
  readonly baseUrl: string;
  readonly pid: number;
  /** For embeddings. */
  readonly embedding: Record<string, string>;
  /** For answers. */
  readonly writing: Record<string, string>;
  /** The body of the first call for an answer; empty before. */
  prompt(): string;
}

/** @param inFlight How many calls for embeddings a server may make at a time. */
export async function startModelProvider(inFlight: number): Promise<ModelProvider> {
  const provider = startChild('./model-stand-in.ts');
  let prompt = '';
  provider.child.on('message', (message: { prompt?: string }) => {
    prompt = message.prompt ?? prompt;
  });
  const [{ baseUrl }] = (await once(provider.child, 'message')) as [{ baseUrl: string }];
  return {
    baseUrl,
    pid: provider.child.pid!,
    embedding: {
      EMBEDDING_PROVIDER: 'openai-compatible',
      EMBEDDING_MODEL: 'bench',
      EMBEDDING_BASE_URL: baseUrl,
      EMBEDDING_CONCURRENCY: String(inFlight),
    },
    writing: { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'bench', LLM_BASE_URL: baseUrl },
    prompt: () => prompt,
    [Symbol.asyncDispose]: provider[Symbol.asyncDispose],
  };
}

/** A program of this folder that ends when it is disconnected. */
function startChild(file: string, ...args: string[]): { child: ChildProcess } & AsyncDisposable {
  const child = fork(new URL(file, import.meta.url), args, { stdio: 'inherit' });
  return {
    child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
