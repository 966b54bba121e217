/**
 * `node bench/model-overhead.ts [--documents 2000] [--seconds 4] [--in-flight 16] [--profile <folder>]`: what Docent
 * adds to a language model that answers at once. The real server over a synthetic corpus, plain and streamed, beside
 * bare Fastify servers that only make the same two calls, an embedding and a streamed completion with the same prompt.
 * Provider, servers and clients run in separate processes. Each is warmed up with all questions; the best of three
 * rounds is printed. `--profile` writes Docent's CPU profile to a file for each start.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { createApiClient } from '../scripts/api-client.ts';
import { startServer } from '../test/server-process.ts';
import { makeCorpus } from './corpus.ts';

const ROUNDS = 3;
const UPLOADS_IN_FLIGHT = 8;
const SETTLE_TIMEOUT_MS = 300_000;
const PATHS = { plain: '/api/v1/chat', streamed: '/api/v1/chat/stream' } as const;

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '4' },
    'in-flight': { type: 'string', default: '16' },
    profile: { type: 'string' },
  },
});
const corpus = makeCorpus(Number(values.documents));
const inFlight = Number(values['in-flight']);

interface Contestant {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

await using cleanUp = new AsyncDisposableStack();
const provider = child('./model-stand-in.ts');
let prompt = '';
provider.on('message', (message: { prompt?: string }) => {
  prompt = message.prompt ?? prompt;
});
const [{ baseUrl }] = (await once(provider, 'message')) as [{ baseUrl: string }];

const embedding = {
  EMBEDDING_PROVIDER: 'openai-compatible',
  EMBEDDING_MODEL: 'bench',
  EMBEDDING_BASE_URL: baseUrl,
  EMBEDDING_CONCURRENCY: String(inFlight),
};
const writing = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'bench', LLM_BASE_URL: baseUrl };
const profiling: Record<string, string> = values.profile
  ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}` }
  : {};
const ingesting = cleanUp.use(await startServer({ settings: embedding }));
await ingest(ingesting.url);
const { folder } = ingesting;
await ingesting.stop('SIGTERM');
// Background work after an ingest is not measured here.
const docent = await startServer({ folder, settings: { ...embedding, ...writing, ...profiling } });
// The bare servers send the prompt of its first answer.
await load({ name: 'docent', ...docent }, 'plain', { answers: inFlight });
const bare = await Promise.all([
  bareServer('Fastify, global fetch', 'fetch', '2'),
  bareServer('Fastify, pool of undici', 'pool', '2'),
  bareServer('Fastify, global fetch, no embedding', 'fetch', '1'),
]);

console.log(`${corpus.length} documents, ${inFlight} in flight, a prompt of ${prompt.length} bytes`);
const own = await contest([{ name: 'Docent', url: docent.url, pid: docent.pid }, ...bare]);
await docent.stop('SIGTERM');
await using quoting = await startServer({ folder, settings: { ...embedding, ...profiling } });
await contest([{ name: 'Docent, quoting (no completion)', url: quoting.url, pid: quoting.pid }], own);

interface Figures {
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly right: number;
}

/** @param baseline Docent's figures, by path; by default the first contestant's. */
async function contest(contestants: readonly Contestant[], baseline?: ReadonlyMap<string, number>) {
  const own = new Map(baseline);
  for (const path of Object.keys(PATHS) as (keyof typeof PATHS)[]) {
    const best = new Map<string, Figures>();
    // Until the code is compiled and the passages are read, an answer takes several times as long.
    for (const contestant of contestants) await load(contestant, path, { answers: corpus.length });
    for (let round = 0; round < ROUNDS; round++)
      for (const contestant of contestants) {
        const figures = await load(contestant, path, { seconds: Number(values.seconds) });
        if (figures.perSecond > (best.get(contestant.name)?.perSecond ?? 0))
          best.set(contestant.name, figures);
      }
    if (!baseline) own.set(path, best.get(contestants[0]!.name)!.perSecond);
    console.log(`\n${path.padEnd(38)} answers/s   Docent does   CPU ms   right`);
    for (const [name, { perSecond, cpuMs, right }] of best) {
      const share = `${((100 * own.get(path)!) / perSecond).toFixed(0)} %`;
      const cells = [perSecond.toFixed(0).padStart(9), share.padStart(13), cpuMs.toFixed(2).padStart(8)];
      console.log(
        `  ${name.padEnd(36)} ${cells.join(' ')} ${name.startsWith('Docent') ? right.toFixed(2).padStart(7) : ''}`,
      );
    }
  }
  return own;
}

function child(file: string, ...args: string[]): ChildProcess {
  const started = fork(new URL(file, import.meta.url), args, { stdio: 'inherit' });
  cleanUp.defer(async () => {
    const ended = once(started, 'exit');
    started.disconnect();
    await ended;
  });
  return started;
}

async function bareServer(name: string, way: string, calls: string): Promise<Contestant> {
  const started = child('./bare-server.ts', way, baseUrl, calls);
  started.send({ prompt });
  const [{ url }] = (await once(started, 'message')) as [{ url: string }];
  return { name, url, pid: started.pid! };
}

async function ingest(url: string): Promise<void> {
  const client = createApiClient(url);
  const queue = [...corpus];
  const uploader = async () => {
    for (let document = queue.pop(); document; document = queue.pop())
      await client.upload(document.name, Buffer.from(document.text));
  };
  await Promise.all(Array.from({ length: UPLOADS_IN_FLIGHT }, uploader));
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  while ((await client.documents('?status=done&limit=1')).total < corpus.length) {
    if (performance.now() > deadline) throw new Error('The ingest did not end in time');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function load(
  { url, pid }: Contestant,
  path: keyof typeof PATHS,
  { seconds = Number.POSITIVE_INFINITY, answers: wanted = Number.POSITIVE_INFINITY },
): Promise<Figures> {
  const pool = new Pool(url, { connections: inFlight });
  const startedAt = performance.now();
  const cpuBefore = cpuMs(pid);
  let answers = 0;
  let right = 0;
  let asked = 0;
  const asker = async () => {
    while (asked < wanted && performance.now() - startedAt < seconds * 1000) {
      const { question, fact } = corpus[(asked++ * 7919) % corpus.length]!;
      const response = await pool.request({
        method: 'POST',
        path: PATHS[path],
        headers: { 'content-type': 'application/json', 'x-user-id': `bench-${pid}-${asked}` },
        body: JSON.stringify({ question }),
      });
      const text = await response.body.text();
      if (response.statusCode !== 200 || !text.includes('completed'))
        throw new Error(`Not an answer: ${response.statusCode} ${text.slice(0, 300)}`);
      answers++;
      if (text.includes(fact)) right++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, asker));
  const elapsed = performance.now() - startedAt;
  await pool.close();
  return {
    perSecond: (answers * 1000) / elapsed,
    cpuMs: (cpuMs(pid) - cpuBefore) / answers,
    right: right / answers,
  };
}

/** CPU time of a process, user and system, in clock ticks of 10 ms; Linux only. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
