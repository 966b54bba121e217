/**
 * `npm run bench -- [--json] [--sizes 200,2000] [--seconds 5]`: the real server with a synthetic corpus. Measures how
 * fast documents become searchable, answers at 1, 16 and 64 in flight, start-up time and memory.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type ServerProcess, startServer } from '../test/server-process.ts';
import { type BenchDocument, makeCorpus } from './corpus.ts';
import { askAll, questionsOf, searchable, uploadAll } from './load.ts';
import { cpuMs, idle, rssMb } from './process-figures.ts';

const IN_FLIGHT = [1, 16, 64];

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '200,2000' },
    seconds: { type: 'string', default: '5' },
  },
});

interface ChatFigures {
  readonly in_flight: number;
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  readonly cpu_ms: number;
  /** Share of the answers that contain the expected fact. */
  readonly right: number;
}

const runs = [];
for (const size of values.sizes.split(',').map(Number)) runs.push(await measure(size));
if (values.json) process.stdout.write(`${JSON.stringify({ cores: cpus().length, runs }, null, 2)}\n`);

async function measure(size: number) {
  const corpus = makeCorpus(size);
  await using first = await startServer();
  const idleRssMb = rssMb(first.pid);
  const coldStartMs = Math.round(first.startedInMs);
  const ingest = await ingestAll(first, corpus);
  await idle(first.pid);
  const chats: ChatFigures[] = [];
  for (const inFlight of IN_FLIGHT) chats.push(await chatFor(first, corpus, inFlight));
  const loadedRssMb = rssMb(first.pid);
  await first.stop('SIGTERM');

  await using second = await startServer({ folder: first.folder });
  const figures = {
    documents: size,
    megabytes: round(corpus.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6, 2),
    ingest,
    chats,
    cold_start_ms: { empty: coldStartMs, loaded: Math.round(second.startedInMs) },
    rss_mb: { idle: idleRssMb, after_load: loadedRssMb, restarted: rssMb(second.pid) },
  };
  if (!values.json) print(figures);
  return figures;
}

async function ingestAll({ url, pid }: ServerProcess, corpus: readonly BenchDocument[]) {
  const startedAt = performance.now();
  const cpuBefore = cpuMs(pid);
  await uploadAll(url, corpus);
  const acceptedMs = performance.now() - startedAt;
  await searchable(url, corpus.length);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    documents_per_second: round(corpus.length / seconds, 1),
    accepted_per_second: round((corpus.length / acceptedMs) * 1000, 1),
    server_cpu_ms_per_document: round((cpuMs(pid) - cpuBefore) / corpus.length, 2),
  };
}

async function chatFor(
  { url, pid }: ServerProcess,
  corpus: readonly BenchDocument[],
  inFlight: number,
): Promise<ChatFigures> {
  const endsAt = performance.now() + Number(values.seconds) * 1000;
  const cpuBefore = cpuMs(pid);
  const latencies: number[] = [];
  let right = 0;
  const ms = await askAll(url, questionsOf(corpus), {
    ...{ path: 'plain', inFlight },
    until: () => performance.now() >= endsAt,
    onReply: ({ document, text, latencyMs }) => {
      latencies.push(latencyMs);
      if (text.includes(document.fact)) right += 1;
    },
  });
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => round(latencies[Math.floor(latencies.length * share)] ?? 0, 2);
  return {
    in_flight: inFlight,
    per_second: round((latencies.length * 1000) / ms, 1),
    p50_ms: quantile(0.5),
    p95_ms: quantile(0.95),
    p99_ms: quantile(0.99),
    cpu_ms: round((cpuMs(pid) - cpuBefore) / latencies.length, 3),
    right: round(right / latencies.length, 4),
  };
}

function print(figures: Awaited<ReturnType<typeof measure>>): void {
  const { documents, megabytes, ingest, chats, cold_start_ms, rss_mb } = figures;
  console.log(`\n${documents} documents, ${megabytes} MB`);
  console.log(
    `  ingest      ${ingest.documents_per_second} documents/s searchable, ${ingest.accepted_per_second}/s accepted, ` +
      `${ingest.server_cpu_ms_per_document} ms CPU a document in the serving process`,
  );
  console.log('  chat        in flight   answers/s   p50 ms   p95 ms   p99 ms   CPU ms   right');
  for (const chat of chats) {
    const cells = [chat.per_second, chat.p50_ms, chat.p95_ms, chat.p99_ms, chat.cpu_ms, chat.right];
    console.log(
      `              ${String(chat.in_flight).padStart(9)}${cells.map((cell) => String(cell).padStart(10)).join('')}`,
    );
  }
  console.log(`  cold start  ${cold_start_ms.empty} ms empty, ${cold_start_ms.loaded} ms with the corpus`);
  console.log(
    `  memory      ${rss_mb.idle} MB idle, ${rss_mb.after_load} MB after load, ${rss_mb.restarted} MB restarted`,
  );
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
