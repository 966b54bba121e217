/**
 * `npm run bench:shared -- [--documents 200] [--answers 400]`: the same documents and questions with embedded stores, and
 * with PostgreSQL, OpenSearch, S3 and Redis on this machine, one process of each role and then two. All of them share the
 * processors, so the figures tell what a question costs, not how much a cluster can do. Linux only.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inParallel } from '../src/concurrency/in-parallel.ts';
import { type ServerProcess, startServer } from '../test/server-process.ts';
import { NEEDS_SHARED_STORES, startSharedServers } from '../test/shared-servers.ts';
import { askAll, questionsOf, searchable, uploadAll } from './load.ts';
import { CORPUS_OPTIONS, openCorpus } from './open-corpus.ts';
import { treeCpuMs } from './process-figures.ts';
import { quantile } from './quantile.ts';

const IN_FLIGHT = 16;

if (NEEDS_SHARED_STORES.skip) throw new Error(NEEDS_SHARED_STORES.skip);
const { values } = parseArgs({
  options: {
    ...CORPUS_OPTIONS,
    documents: { type: 'string', default: '200' },
    answers: { type: 'string', default: '400' },
  },
});
const corpus = await openCorpus(values);
const asked = [...questionsOf(corpus.questions).take(Number(values.answers))];
/** Documents that wait for OpenSearch take no processor. */
const settings = { QUEUE_LIMIT: String(corpus.files.length), INGEST_CONCURRENCY: '16' };
console.log(
  `${corpus.files.length} documents of ${corpus.name}, ${asked.length} questions, each for the first time`,
);

{
  await using embedded = await startServer({ settings });
  await measure('embedded', [embedded], [embedded]);
}
for (const count of [1, 2]) {
  await using opened = new AsyncDisposableStack();
  const stores = opened.use(await startSharedServers());
  const start = async (command: 'serve' | 'worker') => {
    const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
    return opened.use(await startServer({ folder, command, settings: { ...settings, ...stores.settings } }));
  };
  const servers: ServerProcess[] = [];
  const workers: ServerProcess[] = [];
  for (let i = 0; i < count; i++) {
    servers.push(await start('serve'));
    workers.push(await start('worker'));
  }
  await measure(`${count} serve, ${count} worker`, servers, workers);
}

async function measure(
  name: string,
  servers: readonly ServerProcess[],
  workers: readonly ServerProcess[],
): Promise<void> {
  const [server] = servers;
  const startedAt = performance.now();
  await uploadAll(server!.url, corpus.files);
  await searchable(server!.url, corpus.files.length);
  const perSecond = (corpus.files.length * 1000) / (performance.now() - startedAt);
  const processes = [...new Set([...servers, ...workers])];
  const cpu = () => processes.reduce((sum, { pid }) => sum + treeCpuMs(pid), 0);
  const alone = await ask([server!], asked.slice(0, asked.length / 2), 1, cpu);
  const together = await ask(servers, asked.slice(asked.length / 2), IN_FLIGHT, cpu);
  console.log(
    `${name.padEnd(20)} ${perSecond.toFixed(1)} documents/s; one at a time p50 ${alone.p50} ms, p95 ${alone.p95} ms, ` +
      `${alone.cpuMs} ms CPU of Docent; ${IN_FLIGHT} in flight ${together.perSecond} answers/s, p95 ${together.p95} ms`,
  );
}

/** Shares the questions out evenly. */
async function ask(
  servers: readonly ServerProcess[],
  questions: typeof asked,
  inFlight: number,
  cpu: () => number,
) {
  const latencies: number[] = [];
  const cpuBefore = cpu();
  const startedAt = performance.now();
  const queue = questions.values();
  await inParallel(servers, servers.length, async ({ url }) => {
    const asked = await askAll(url, queue, { path: 'plain', inFlight: inFlight / servers.length });
    latencies.push(...asked.latencies);
  });
  return {
    perSecond: ((questions.length * 1000) / (performance.now() - startedAt)).toFixed(1),
    p50: quantile(latencies, 0.5).toFixed(1),
    p95: quantile(latencies, 0.95).toFixed(1),
    cpuMs: ((cpu() - cpuBefore) / questions.length).toFixed(1),
  };
}
