/**
 * `node bench/model-overhead.ts [--documents 2000] [--seconds 4] [--in-flight 16]`: what Docent adds to a language model
 * that answers at once. The real server over an invented corpus, plain and streamed, beside bare Fastify servers that make
 * the same calls with the same prompt and do nothing else. Provider, servers and clients are processes of their own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { createApiClient } from '../scripts/api-client.ts';
import { startServer } from '../test/server-process.ts';
import { makeCorpus } from './corpus.ts';

const ROUNDS = 3;
const UPLOADS_IN_FLIGHT = 8;
const SETTLE_TIMEOUT_MS = 300_000;
/** The embedding model is fitted when an ingest has ended. */
const FITTING_MS = 15_000;
const PATHS = { plain: '/api/v1/chat', streamed: '/api/v1/chat/stream' } as const;

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '4' },
    'in-flight': { type: 'string', default: '16' },
    'fitting-ms': { type: 'string', default: String(FITTING_MS) },
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

const docent = cleanUp.use(
  await startServer({
    settings: { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'bench', LLM_BASE_URL: baseUrl },
  }),
);
await ingest(docent.url);
await load({ name: 'docent', ...docent }, 'plain', 1);
const bare = await Promise.all(
  [
    ['Fastify, global fetch, 2 calls', 'fetch', '2'],
    ['Fastify, pool, 2 calls', 'pool', '2'],
    ['Fastify, global fetch, 1 call', 'fetch', '1'],
  ].map(([name, way, calls]) => bareServer(name!, way!, calls!)),
);
const contestants: Contestant[] = [{ name: 'Docent', url: docent.url, pid: docent.pid }, ...bare];

console.log(`${corpus.length} documents, ${inFlight} in flight, a prompt of ${prompt.length} bytes`);
for (const path of Object.keys(PATHS) as (keyof typeof PATHS)[]) {
  const best = new Map<string, { perSecond: number; cpuMs: number }>();
  for (let round = 0; round < ROUNDS; round++)
    for (const contestant of contestants) {
      const figures = await load(contestant, path, Number(values.seconds));
      if (figures.perSecond > (best.get(contestant.name)?.perSecond ?? 0)) best.set(contestant.name, figures);
    }
  console.log(`\n${path.padEnd(32)} answers/s   Docent is   CPU ms`);
  const own = best.get('Docent')!.perSecond;
  for (const [name, { perSecond, cpuMs }] of best)
    console.log(
      `  ${name.padEnd(30)} ${perSecond.toFixed(0).padStart(9)} ${`${((100 * own) / perSecond).toFixed(0)} %`.padStart(11)} ${cpuMs.toFixed(2).padStart(8)}`,
    );
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
  await new Promise((resolve) => setTimeout(resolve, Number(values['fitting-ms'])));
}

async function load({ url, pid }: Contestant, path: keyof typeof PATHS, seconds: number) {
  const pool = new Pool(url, { connections: inFlight });
  const startedAt = performance.now();
  const cpuBefore = cpuMs(pid);
  let answers = 0;
  let asked = 0;
  const asker = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const { question } = corpus[(asked++ * 7919) % corpus.length]!;
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
    }
  };
  await Promise.all(Array.from({ length: inFlight }, asker));
  const elapsed = performance.now() - startedAt;
  await pool.close();
  return { perSecond: (answers * 1000) / elapsed, cpuMs: (cpuMs(pid) - cpuBefore) / answers };
}

/** CPU time of a process, user and system, in clock ticks of 10 ms; Linux only. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
