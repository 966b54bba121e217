/**
 * CPU time of one streamed answer of a language model, by client implementation. 20 tokens after a prompt of 4 KB, 16
 * calls at a time, the provider in its own process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { chatCompletionsModel } from '../src/adapters/models/language/chat-completions.ts';
import type { ProviderModel } from '../src/adapters/models/language/provider-model.ts';
import { sdkModel } from '../src/adapters/models/language/sdk-model.ts';
import { openProviderHttp } from '../src/adapters/models/provider-http.ts';
import { writes } from '../test/model-servers/behaviour.ts';
import { startOpenAiServer } from '../test/model-servers/openai.ts';

const WRITTEN = Array.from({ length: 20 }, (_, i) => ` token${i}`);
const CALLS = 800;
const IN_FLIGHT = 16;
const ROUNDS = 3;
const PROMPT = { system: 'Be brief.', messages: [{ role: 'user', text: 'x'.repeat(4_000) }] } as const;

if (process.send) await serve();
else await measure();

async function serve(): Promise<void> {
  const server = await startOpenAiServer();
  server.answer(writes(WRITTEN));
  process.send!(server.baseUrl);
  process.once('disconnect', () => process.exit());
}

async function measure(): Promise<void> {
  const child = fork(new URL(import.meta.url));
  const [baseUrl] = (await once(child, 'message')) as [string];
  await using http = openProviderHttp({ connections: IN_FLIGHT });
  const sdk = (fetch: typeof globalThis.fetch) => {
    const open = createOpenAICompatible({ baseURL: baseUrl, name: 'bench', includeUsage: true, fetch });
    return sdkModel({ id: 'bench', model: open('bench'), now: Date.now });
  };
  const own = { id: 'bench', model: 'bench', baseUrl, apiKey: '', now: Date.now };
  const ways: Readonly<Record<string, ProviderModel>> = {
    'AI SDK, global fetch': sdk(globalThis.fetch),
    'AI SDK, pooled fetch': sdk(http.fetch),
    'own parser, pooled request': chatCompletionsModel({ ...own, http }),
  };
  // The first rounds warm up; the last is printed.
  for (let round = 1; round <= ROUNDS; round++)
    for (const [name, model] of Object.entries(ways)) {
      const { cpuMs, seconds } = await load(model);
      if (round < ROUNDS) continue;
      const perCall = (cpuMs / CALLS).toFixed(2);
      console.log(`${name.padEnd(28)} ${perCall} ms CPU a call  ${Math.round(CALLS / seconds)} calls/s`);
    }
  child.disconnect();
}

async function load(model: ProviderModel): Promise<{ cpuMs: number; seconds: number }> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const work = async () => {
    for (let i = 0; i < CALLS / IN_FLIGHT; i++) await read(model);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, seconds: (performance.now() - startedAt) / 1000 };
}

async function read(model: ProviderModel): Promise<void> {
  let text = '';
  const { signal } = new AbortController();
  for await (const sign of model.generate(PROMPT, { completionTokensMax: 100, signal }))
    if (sign.type === 'text') text += sign.delta;
  if (text !== WRITTEN.join('')) throw new Error(`Another text came: ${text}`);
}
