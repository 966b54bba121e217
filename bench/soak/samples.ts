/** Looks at a server while it is soaked: often, summed up once a minute. Linux only. */
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { parseExposition } from '../../test/exposition-parser.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { cpuMs, rssMb, tree } from '../process-figures.ts';
import { quantile } from '../quantile.ts';
import type { Tally } from './visitors.ts';

const LOOK_EVERY_MS = 5_000;
const HEALTH_EVERY_MS = 200;
const MB = 1e6;
const BYTES_PER_MIB = 2 ** 20;

/** A minute. Memory in MB, times in ms; of several measurements in a minute the minimum for the heap and held memory, and the maximum for the rest. */
export type Sample = Awaited<ReturnType<ReturnType<typeof watchServer>['minute']>>;

/** @param tally What it holds of the last minute is taken away by `minute`. */
export function watchServer(server: ServerProcess, tally: Tally) {
  let looks: Awaited<ReturnType<typeof look>>[] = [];
  let healthMs = 0;
  let cpuBefore = cpuMs(server.pid);
  const isOver = new AbortController();
  const health = new Worker(new URL('../health-watch.ts', import.meta.url), {
    workerData: { url: server.url, everyMs: HEALTH_EVERY_MS },
  });
  health.on('message', (ms: number) => {
    healthMs = Math.max(healthMs, ms);
  });
  const timer = setInterval(async () => {
    try {
      looks.push(await look(server));
    } catch (error) {
      if (!isOver.signal.aborted) tally.violations.push(`/metrics did not answer: ${error}`);
    }
  }, LOOK_EVERY_MS);

  return {
    async minute() {
      if (looks.length === 0) looks.push(await look(server));
      const [all, answers, errors] = [looks, tally.answers, tally.serverErrors];
      [looks, tally.answers, tally.serverErrors] = [[], [], new Map()];
      const most = (figure: (of: (typeof all)[number]) => number) => Math.max(...all.map(figure));
      const last = all.at(-1)!;
      const retrieved = answers.map(({ retrieveMs }) => retrieveMs);
      const totals = answers.map(({ totalMs }) => totalMs);
      const cpuNow = cpuMs(server.pid);
      const sample = {
        ...last,
        ...storedIn(server.folder),
        heapMb: Math.min(...all.map(({ heapMb }) => heapMb)),
        externalMb: Math.min(...all.map(({ externalMb }) => externalMb)),
        rssMb: most(({ rssMb }) => rssMb),
        parsersMb: most(({ parsersMb }) => parsersMb),
        files: most(({ files }) => files),
        threads: most(({ threads }) => threads),
        children: most(({ children }) => children),
        lagMs: most(({ lagMs }) => lagMs),
        healthMs: Math.round(healthMs),
        cpuMs: cpuNow - cpuBefore,
        answers: answers.length,
        retrieveP50: quantile(retrieved, 0.5),
        retrieveP99: quantile(retrieved, 0.99),
        answerP50: quantile(totals, 0.5),
        answerP99: quantile(totals, 0.99),
        serverErrors: [...errors].map(([error, count]) => `${count} x ${error}`).join(', '),
      };
      healthMs = 0;
      cpuBefore = cpuNow;
      return sample;
    },
    async [Symbol.asyncDispose]() {
      isOver.abort();
      clearInterval(timer);
      await health.terminate();
    },
  };
}

/** All figures of the process and of `/metrics`. */
async function look({ url, pid }: ServerProcess) {
  const response = await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '10.0.2.1' } });
  const metrics = parseExposition(await response.text());
  const figure = (name: string) => metrics.get(name) ?? 0;
  const ownMb = figure('process_resident_memory_bytes') / BYTES_PER_MIB;
  return {
    heapMb: figure('nodejs_heap_size_used_bytes') / MB,
    externalMb: figure('nodejs_external_memory_bytes') / MB,
    rssMb: ownMb,
    parsersMb: Math.max(0, rssMb(pid) - ownMb),
    files: readdirSync(`/proc/${pid}/fd`).length,
    threads: Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
    children: tree(pid).length - 1,
    documents: figure('docent_indexed_documents'),
    chunks: figure('docent_indexed_chunks'),
    pending: figure('docent_review_entries_pending'),
    lagMs: figure('nodejs_eventloop_lag_max_seconds') * 1000,
  };
}

function storedIn(folder: string) {
  const files = (pattern: string) => globSync(pattern, { cwd: folder }).map((name) => join(folder, name));
  // Files come and go meanwhile.
  const bytes = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const mb = (pattern: string) => files(pattern).reduce((sum, path) => sum + bytes(path), 0) / MB;
  return {
    databasesMb: mb('data/*.db'),
    walMb: mb('data/*-wal'),
    logsMb: mb('logs/*'),
    originals: files('data/originals/*/*').length,
    staged: files('data/staging/*').length,
  };
}
