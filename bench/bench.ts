/**
 * `npm run bench -- [--json] [--sizes 200,2000] [--seconds 5]`: the real server with a synthetic corpus. Measures how
 * fast documents become searchable, answers at 1, 16 and 64 in flight, start-up time and memory.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { createApiClient } from '../scripts/api-client.ts';
import { type ServerProcess, startServer } from '../test/server-process.ts';
import { type BenchDocument, makeCorpus } from './corpus.ts';

const IN_FLIGHT = [1, 16, 64];
const UPLOADS_IN_FLIGHT = 8;
const INGEST_TIMEOUT_MS = 300_000;
const IDLE_TIMEOUT_MS = 60_000;
const IDLE_CHECK_MS = 2_000;
/** Share of one core. */
const IDLE_SHARE_MAX = 0.05;

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

async function ingestAll(server: ServerProcess, corpus: readonly BenchDocument[]) {
  const client = createApiClient(server.url);
  const pool = new Pool(server.url, { connections: UPLOADS_IN_FLIGHT });
  const startedAt = performance.now();
  const cpuBefore = cpuMs(server.pid);
  const queue = [...corpus];
  const uploaders = Array.from({ length: UPLOADS_IN_FLIGHT }, async () => {
    for (let document = queue.pop(); document; document = queue.pop()) {
      await upload(pool, document);
    }
  });
  await Promise.all(uploaders);
  await pool.close();
  const acceptedMs = performance.now() - startedAt;
  while ((await client.documents('?status=done&limit=1')).total < corpus.length) {
    if (performance.now() - startedAt > INGEST_TIMEOUT_MS) throw new Error('The ingest did not end in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    documents_per_second: round(corpus.length / seconds, 1),
    accepted_per_second: round((corpus.length / acceptedMs) * 1000, 1),
    server_cpu_ms_per_document: round((cpuMs(server.pid) - cpuBefore) / corpus.length, 2),
  };
}

/** Builds the form by hand: `fetch` and `FormData` would take 0.6 ms of the same cores for each upload. */
async function upload(pool: Pool, { name, text }: BenchDocument): Promise<void> {
  const boundary = 'bench-form';
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}`;
  const response = await pool.request({
    method: 'POST',
    path: '/api/v1/ingest/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${file}\r\n--${boundary}--\r\n`,
  });
  const reply = await response.body.text();
  if (response.statusCode !== 202)
    throw new Error(`An upload was answered by ${response.statusCode}: ${reply}`);
}

async function chatFor(
  server: ServerProcess,
  corpus: readonly BenchDocument[],
  inFlight: number,
): Promise<ChatFigures> {
  const pool = new Pool(server.url, { connections: inFlight });
  const endsAt = performance.now() + Number(values.seconds) * 1000;
  const cpuBefore = cpuMs(server.pid);
  const startedAt = performance.now();
  const latencies: number[] = [];
  let right = 0;
  let next = 0;
  const asker = async () => {
    while (performance.now() < endsAt) {
      const document = corpus[(next++ * 7919) % corpus.length]!;
      const askedAt = performance.now();
      const response = await pool.request({
        method: 'POST',
        path: '/api/v1/chat',
        headers: { 'content-type': 'application/json', 'x-user-id': `bench-${next}` },
        body: JSON.stringify({ question: document.question }),
      });
      const text = await response.body.text();
      latencies.push(performance.now() - askedAt);
      if (response.statusCode !== 200) throw new Error(`A chat answered ${response.statusCode}: ${text}`);
      if (text.includes(document.fact)) right += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, asker));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => round(latencies[Math.floor(latencies.length * share)] ?? 0, 2);
  return {
    in_flight: inFlight,
    per_second: round(latencies.length / seconds, 1),
    p50_ms: quantile(0.5),
    p95_ms: quantile(0.95),
    p99_ms: quantile(0.99),
    cpu_ms: round((cpuMs(server.pid) - cpuBefore) / latencies.length, 3),
    right: round(right / latencies.length, 4),
  };
}

/** Waits, within bounds, for work after an ingest: the embedding model is fitted in a thread of the server. */
async function idle(pid: number): Promise<void> {
  for (let waitedMs = 0, before = -1; waitedMs < IDLE_TIMEOUT_MS; waitedMs += IDLE_CHECK_MS) {
    const now = cpuMs(pid);
    if (waitedMs > IDLE_CHECK_MS && now - before < IDLE_CHECK_MS * IDLE_SHARE_MAX) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, IDLE_CHECK_MS));
  }
}

/** Resident memory of the server and its children; Linux only, 0 elsewhere. */
function rssMb(pid: number): number {
  return Math.round(tree(pid).reduce((sum, member) => sum + statusKilobytes(member), 0) / 1024);
}

function statusKilobytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0);
}

/** CPU time of the server process itself, user and system, in clock ticks of 10 ms; Linux only, 0 elsewhere. */
function cpuMs(pid: number): number {
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

function tree(pid: number): number[] {
  const children = readProc(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(tree)];
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
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
