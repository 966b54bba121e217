/**
 * `node bench/growth.ts [--sizes 2000,5000,10000] [--questions 200] [--corpus <folder> | --invented]`: what grows with the
 * corpus. One real server's corpus grows from size to size over HTTP. At each size the server is measured while it
 * ingests, answers and lists, and is then started again. Prints one column a size. CPU of requests is that of the server's
 * main thread, CPU of a start that of the process. The corpus is that of `npm run bench`. Linux only.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createApiClient } from '../scripts/api-client.ts';
import { bytesIn } from '../src/adapters/files/bytes-in.ts';
import { type ServerProcess, startServer, untilReady } from '../test/server-process.ts';
import { mulberry32 } from './corpus.ts';
import { askAll, searchable, uploadAll } from './load.ts';
import { CORPUS_OPTIONS, type CorpusFile, type CorpusQuestion, openCorpus } from './open-corpus.ts';
import { cpuMs, idle, mainThreadCpuMs, rssMb } from './process-figures.ts';
import { quantile } from './quantile.ts';

/** On half of the documents. */
const TAG = 'half';
const HEALTH_EVERY_MS = 50;
const LIST_REQUESTS = 20;
const LIST = '/api/v1/ingest/docs?limit=100';
const LISTS = {
  '100 documents by title': `${LIST}&sort=title`,
  '100 documents by status': `${LIST}&sort=status`,
  '100 documents of a tag': `${LIST}&tag=${TAG}`,
  summary: '/api/v1/ingest/summary',
};

const { values } = parseArgs({
  options: {
    corpus: CORPUS_OPTIONS.corpus,
    invented: CORPUS_OPTIONS.invented,
    sizes: { type: 'string', default: '2000,5000,10000' },
    questions: { type: 'string', default: '200' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const questions = Number(values.questions);
const random = mulberry32(2);
const corpus = await openCorpus({ ...values, documents: String(sizes.at(-1)) });
const files: TaggedFile[] = corpus.files.map((file) => (random() < 0.5 ? { ...file, tags: [TAG] } : file));
const fileOf = new Map(files.map((file) => [file.name, file]));
const settings = { QUEUE_LIMIT: String(sizes.at(-1)) };
let indexed = 0;

type TaggedFile = CorpusFile & { readonly tags?: readonly string[] };

/** Figures by name, in the order in which they are printed. */
type Figures = Record<string, string>;

const columns: Figures[] = [];
// Its folder goes away with it, at the end.
await using first = await startServer({ settings });
let server: ServerProcess = first;
try {
  for (const size of sizes) columns.push(await growTo(size));
} finally {
  await server.stop('SIGTERM');
}
print(columns);

async function growTo(size: number): Promise<Figures> {
  const added = files.slice(indexed, size);
  const ingest = await ingestAll(added, size);
  indexed = size;
  const asked = spread(questionsAbout(added), 3 * questions);
  const third = (part: number) => asked.filter((_, i) => i % 3 === part);
  await ask(third(0));
  const tagged = third(2).filter(({ doc }) => fileOf.get(doc)?.tags);
  const figures = {
    documents: String(size),
    ...ingest,
    ...labelled('answer, new', await ask(third(1))),
    ...labelled('answer, asked before', await ask(third(1))),
    ...labelled('answer within a tag, new', await ask(tagged, { filter: { tags: [TAG] } })),
    ...(await lists()),
    'memory after answers, MB': String(rssMb(server.pid)),
  };
  await server.stop('SIGTERM');
  const bytes = await bytesIn(join(server.folder, 'data'));
  const startedAt = performance.now();
  server = await startServer({ folder: first.folder, settings });
  await untilReady(server.url);
  const loadedInMs = performance.now() - startedAt;
  return {
    ...figures,
    'databases, KB a document': (bytes / size / 1e3).toFixed(1),
    'start, CPU ms': String(cpuMs(server.pid)),
    'start until it listens, ms': server.startedInMs.toFixed(0),
    'start until it is ready, ms': loadedInMs.toFixed(0),
    'memory after the start, MB': String(rssMb(server.pid)),
  };
}

async function ingestAll(added: readonly TaggedFile[], size: number): Promise<Figures> {
  const { url, pid } = server;
  const health: number[] = [];
  const watcher = new Worker(new URL('health-watch.ts', import.meta.url), {
    workerData: { url, everyMs: HEALTH_EVERY_MS },
  });
  watcher.on('message', (ms: number) => health.push(ms));
  try {
    const startedAt = performance.now();
    const cpuBefore = mainThreadCpuMs(pid);
    await uploadAll(url, added);
    await searchable(url, size);
    const seconds = (performance.now() - startedAt) / 1000;
    const cpu = mainThreadCpuMs(pid) - cpuBefore;
    // The embedding model is fitted and its vectors are stored: others must not wait for that either.
    await idle(pid);
    return {
      'ingest, documents/s': (added.length / seconds).toFixed(0),
      'ingest, CPU ms a document': (cpu / added.length).toFixed(2),
      'slowest /health until idle, ms': Math.max(...health).toFixed(0),
    };
  } finally {
    await watcher.terminate();
  }
}

interface Cost {
  readonly p50Ms: number;
  /** Of the server's main thread, for one request. */
  readonly cpuMs: number;
}

/** One question after another. */
async function ask(asked: readonly CorpusQuestion[], fields: Record<string, unknown> = {}): Promise<Cost> {
  const cpuBefore = mainThreadCpuMs(server.pid);
  const { latencies } = await askAll(server.url, asked, { path: 'plain', inFlight: 1, fields });
  return costOf(latencies, mainThreadCpuMs(server.pid) - cpuBefore);
}

async function lists(): Promise<Figures> {
  const client = createApiClient(server.url);
  const figures: Figures = {};
  for (const [name, path] of Object.entries(LISTS)) {
    const latencies: number[] = [];
    await (await client.call(path)).text();
    const cpuBefore = mainThreadCpuMs(server.pid);
    for (let i = 0; i < LIST_REQUESTS; i += 1) {
      const askedAt = performance.now();
      await (await client.call(path)).text();
      latencies.push(performance.now() - askedAt);
    }
    Object.assign(figures, labelled(name, costOf(latencies, mainThreadCpuMs(server.pid) - cpuBefore)));
  }
  return figures;
}

function costOf(latencies: readonly number[], cpu: number): Cost {
  return { p50Ms: quantile(latencies, 0.5), cpuMs: cpu / latencies.length };
}

function labelled(name: string, { p50Ms, cpuMs: cpu }: Cost): Figures {
  return { [`${name}, CPU ms`]: cpu.toFixed(2), [`${name}, p50 ms`]: p50Ms.toFixed(2) };
}

/** About documents added last, which no passage was read of; about any when they are copies. */
function questionsAbout(added: readonly CorpusFile[]): readonly CorpusQuestion[] {
  const names = new Set(added.map(({ name }) => name));
  const about = corpus.questions.filter(({ doc }) => names.has(doc));
  return about.length > 0 ? about : corpus.questions;
}

/** At most `count` at equal distances. */
function spread<Each>(all: readonly Each[], count: number): Each[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, i) => i % step === 0).slice(0, count);
}

function print(figures: readonly Figures[]): void {
  for (const name of Object.keys(figures[0]!)) {
    const cells = figures.map((column) => column[name]!.padStart(9));
    console.log(`${name.padEnd(34)}${cells.join('')}`);
  }
}
