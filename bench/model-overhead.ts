/**
 * `node bench/model-overhead.ts [--documents 2000] [--seconds 4] [--in-flight 16] [--profile <folder>]`: what Docent
 * adds to a language model that answers at once. The real server over a synthetic corpus, plain and streamed, beside
 * bare Fastify servers that only make the same two calls, an embedding and a streamed completion with the same prompt.
 * One of them also searches, with Docent's search over the same corpus: whatever Docent saved elsewhere, it could not
 * become faster than that one. Provider, servers and clients run in separate processes, and the processor time that each
 * takes for an answer is printed: they share the machine. Each is warmed up with all questions, in other punctuation,
 * so that Docent calls for each embedding, too; questions asked before need no such call, and are measured apart. The
 * best of three rounds is printed. `--profile` writes Docent's CPU profile to a file for each start.
 */
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../test/server-process.ts';
import { type BenchDocument, makeCorpus } from './corpus.ts';
import { askAll, type ChatPath, questionsOf, searchable, uploadAll } from './load.ts';
import { startChild, startModelProvider } from './model-provider.ts';
import { cpuMs } from './process-figures.ts';

const ROUNDS = 3;

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
  /** Turns each question into the one that is asked. */
  readonly asks?: (document: BenchDocument) => BenchDocument;
}

await using cleanUp = new AsyncDisposableStack();
const provider = cleanUp.use(await startModelProvider(inFlight));
const { embedding, writing } = provider;
const profiling: Record<string, string> = values.profile
  ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}` }
  : {};
const ingesting = cleanUp.use(await startServer({ settings: embedding }));
await uploadAll(ingesting.url, corpus);
await searchable(ingesting.url, corpus.length);
const { folder } = ingesting;
await ingesting.stop('SIGTERM');
const copy = await mkdtemp(join(tmpdir(), 'docent-bench-'));
cleanUp.defer(() => rm(copy, { recursive: true, force: true }));
await cp(folder, copy, { recursive: true });
// Background work after an ingest is not measured here.
const docent = await startServer({ folder, settings: { ...embedding, ...writing, ...profiling } });
// The bare servers send the prompt of its first answer.
await load({ name: 'docent', ...docent }, 'plain', questionsOf(corpus).take(inFlight));
const bare = await Promise.all([
  bareServer('Fastify, global fetch', 'fetch', '2'),
  bareServer('Fastify, pool of undici', 'pool', '2'),
  bareServer('Fastify, pool, and the search', 'search', '2'),
  bareServer('Fastify, global fetch, no embedding', 'fetch', '1'),
]);

console.log(
  `${corpus.length} documents, ${inFlight} in flight, a prompt of ${provider.prompt().length} bytes`,
);
const { url, pid } = docent;
const own = await contest([
  { name: 'Docent', url, pid, asks: inOtherPunctuation() },
  { name: 'Docent, asked before (no embedding)', url, pid },
  ...bare,
]);
await docent.stop('SIGTERM');
await using quoting = await startServer({ folder, settings: { ...embedding, ...profiling } });
await contest([{ name: 'Docent, quoting (no completion)', url: quoting.url, pid: quoting.pid }], own);

interface Figures {
  readonly perSecond: number;
  /** Of an answer. */
  readonly cpuMs: Readonly<Record<'server' | 'clients' | 'provider', number>>;
  readonly right: number;
}

/** @param baseline Docent's figures, by path; by default the first contestant's. */
async function contest(contestants: readonly Contestant[], baseline?: ReadonlyMap<string, number>) {
  const own = new Map(baseline);
  for (const path of ['plain', 'streamed'] as const) {
    const best = new Map<string, Figures>();
    // Until the code is compiled and the passages are read, an answer takes several times as long.
    for (const contestant of contestants)
      await load(contestant, path, questionsFor(contestant).take(corpus.length));
    for (let round = 0; round < ROUNDS; round++)
      for (const contestant of contestants) {
        const endsAt = performance.now() + Number(values.seconds) * 1000;
        const figures = await load(
          contestant,
          path,
          questionsFor(contestant),
          () => performance.now() >= endsAt,
        );
        if (figures.perSecond > (best.get(contestant.name)?.perSecond ?? 0))
          best.set(contestant.name, figures);
      }
    if (!baseline) own.set(path, best.get(contestants[0]!.name)!.perSecond);
    console.log(`\n${path.padEnd(38)} answers/s   Docent does   CPU ms   of clients   of provider   right`);
    for (const [name, { perSecond, cpuMs, right }] of best) {
      const share = `${((100 * own.get(path)!) / perSecond).toFixed(0)} %`;
      const cells = [
        perSecond.toFixed(0).padStart(9),
        share.padStart(13),
        cpuMs.server.toFixed(2).padStart(8),
        cpuMs.clients.toFixed(2).padStart(12),
        cpuMs.provider.toFixed(2).padStart(13),
      ];
      console.log(
        `  ${name.padEnd(36)} ${cells.join(' ')} ${name.startsWith('Docent') ? right.toFixed(2).padStart(7) : ''}`,
      );
    }
  }
  return own;
}

function questionsFor({ asks = (document) => document }: Contestant) {
  return questionsOf(corpus).map(asks);
}

/** Each question is a new text for the embedding model, and the same for the search. */
function inOtherPunctuation() {
  let asked = 0;
  return (document: BenchDocument) => {
    const rounds = Math.floor(asked++ / corpus.length);
    return { ...document, question: document.question + '?'.repeat(rounds + 1) };
  };
}

async function bareServer(name: string, way: string, calls: string): Promise<Contestant> {
  const { child } = cleanUp.use(startChild('./bare-server.ts', way, provider.baseUrl, calls));
  const settings = { ...embedding, DATA_DIR: join(copy, 'data'), LOG_DIR: join(copy, 'logs') };
  child.send({ prompt: provider.prompt(), settings });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { name, url, pid: child.pid! };
}

async function load(
  { url, pid }: Contestant,
  path: ChatPath,
  questions: Iterable<BenchDocument>,
  until?: () => boolean,
): Promise<Figures> {
  const pids = { server: pid, clients: process.pid, provider: provider.pid };
  const cpuBefore = mapValues(pids, cpuMs);
  let answers = 0;
  let right = 0;
  const ms = await askAll(url, questions, {
    ...{ path, inFlight, ...(until && { until }) },
    onReply: ({ asked, text }) => {
      if (!text.includes('completed')) throw new Error(`Not an answer: ${text.slice(0, 300)}`);
      answers++;
      if (text.includes(asked.fact)) right++;
    },
  });
  return {
    perSecond: (answers * 1000) / ms,
    cpuMs: mapValues(pids, (pid, process) => (cpuMs(pid) - cpuBefore[process]) / answers),
    right: right / answers,
  };
}

function mapValues<Key extends string>(
  record: Readonly<Record<Key, number>>,
  map: (value: number, key: Key) => number,
): Record<Key, number> {
  const entries = Object.entries(record) as [Key, number][];
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value, key)])) as Record<Key, number>;
}
