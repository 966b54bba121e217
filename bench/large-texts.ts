/**
 * `node bench/large-texts.ts [--megabytes 20] [--json]`: how long others wait while the service ingests very large
 * texts. Two texts on one line (half a million distinct random words; sentences of a small vocabulary) are ingested,
 * replaced and deleted, while `/health` is requested every 50 ms and a question about another document every 100 ms.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createApiClient } from '../scripts/api-client.ts';
import { startServer } from '../test/server-process.ts';
import { makeCorpus, mulberry32 } from './corpus.ts';
import { quantile } from './quantile.ts';

const HEALTH_EVERY_MS = 50;
const QUESTION_EVERY_MS = 100;
const INGEST_TIMEOUT_MS = 600_000;
/** How long to watch the work after an ingest: removing the old version and fitting the embedding model. */
const AFTERWARDS_MS = 10_000;
const DISTINCT_WORDS = 500_000;
const DOCUMENTS = 200;
const BYTES_PER_MB = 1e6;

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, megabytes: { type: 'string', default: '20' } },
});
const random = mulberry32(7);
const texts = {
  'random words': wordsOf(Array.from({ length: DISTINCT_WORDS }, randomWord)),
  sentences: sentencesOf(Array.from({ length: DISTINCT_WORDS / 50 }, randomWord)),
};

const corpus = makeCorpus(DOCUMENTS);
// The parser must not time out here, however busy the machine is.
await using server = await startServer({ settings: { PARSE_TIMEOUT_MS: '300000' } });
const client = createApiClient(server.url);
await Promise.all(corpus.map(({ name, text }) => client.upload(name, Buffer.from(text))));
await client.settled(INGEST_TIMEOUT_MS);
await pause(AFTERWARDS_MS);
// A freshly started server answers the first questions more slowly.
for (const { question } of corpus) await client.ask(question);

const rows = [];
for (const [name, text] of Object.entries(texts)) {
  const docId = name.replace(' ', '-');
  rows.push(await watch(`${name}: first`, (at) => ingest(docId, text, at)));
  rows.push(await watch(`${name}: edited`, (at) => ingest(docId, `${text} At last.`, at)));
  rows.push(await watch(`${name}: deleted`, () => client.remove(docId)));
}
await server.stop('SIGTERM');
if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);

async function watch(what: string, work: (at: (stage: string) => void) => Promise<unknown>) {
  let stage = 'upload';
  let isOver = false;
  const longest: Record<string, number> = {};
  const health: number[] = [];
  const questions: number[] = [];
  const watcher = new Worker(new URL('health-watch.ts', import.meta.url), {
    workerData: { url: server.url, everyMs: HEALTH_EVERY_MS },
  });
  watcher.on('message', (ms: number) => {
    health.push(ms);
    longest[stage] = Math.max(longest[stage] ?? 0, Math.round(ms));
  });
  const asking = whileNot(
    () => isOver,
    QUESTION_EVERY_MS,
    async () => {
      const { question } = corpus[questions.length % corpus.length]!;
      questions.push(await timed(() => client.ask(question)));
    },
  );
  const ms = await timed(() =>
    work((at) => {
      stage = at;
    }),
  );
  stage = 'afterwards';
  await pause(AFTERWARDS_MS);
  isOver = true;
  await Promise.all([watcher.terminate(), asking]);
  const row = {
    what,
    seconds: Number((ms / 1000).toFixed(1)),
    health_longest_ms: longest,
    health_p99_ms: Number(quantile(health, 0.99).toFixed(1)),
    questions: questions.length,
    question_p50_ms: Number(quantile(questions, 0.5).toFixed(1)),
    question_p99_ms: Number(quantile(questions, 0.99).toFixed(1)),
  };
  if (!values.json) print(row);
  return row;
}

async function ingest(docId: string, text: string, at: (stage: string) => void): Promise<void> {
  await client.upload(`${docId}.txt`, Buffer.from(text), { doc_id: docId });
  const deadline = performance.now() + INGEST_TIMEOUT_MS;
  for (;;) {
    const { status, stage, error } = await client.status(docId);
    if (status === 'done') return;
    if (status !== 'queued' && status !== 'processing')
      throw new Error(`${docId} ended as ${status}: ${error?.message}`);
    if (performance.now() > deadline) throw new Error(`${docId} was not ingested in time`);
    at(stage ?? status);
    await pause(HEALTH_EVERY_MS);
  }
}

function randomWord(): string {
  const letters = Array.from({ length: 5 + Math.floor(random() * 6) }, () => Math.floor(random() * 26));
  return String.fromCharCode(...letters.map((letter) => 97 + letter));
}

function wordsOf(words: readonly string[]): string {
  const drawn: string[] = [];
  for (let length = 0; length < Number(values.megabytes) * BYTES_PER_MB; length += drawn.at(-1)!.length + 1)
    drawn.push(words[drawn.length % words.length]!);
  return drawn.join(' ');
}

/** Word frequencies as in prose, a full stop after 8 to 21 words. */
function sentencesOf(words: readonly string[]): string {
  const drawn: string[] = [];
  let left = 0;
  for (let length = 0; length < Number(values.megabytes) * BYTES_PER_MB; length += drawn.at(-1)!.length + 1) {
    const word = words[Math.floor(words.length ** random()) - 1]!;
    if (left === 0) left = 8 + Math.floor(random() * 14);
    left -= 1;
    drawn.push(left === 0 ? `${word}.` : word);
  }
  return drawn.join(' ');
}

async function whileNot(isOver: () => boolean, everyMs: number, step: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await step();
    await pause(everyMs);
  }
}

async function timed(step: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await step();
  return performance.now() - startedAt;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function print(row: Awaited<ReturnType<typeof watch>>): void {
  const stages = Object.entries(row.health_longest_ms).map(([stage, ms]) => `${stage} ${ms}`);
  console.log(`${row.what}: ${row.seconds} s`);
  console.log(`  /health   p99 ${row.health_p99_ms} ms; longest: ${stages.join(', ')}`);
  console.log(`  questions ${row.questions}, p50 ${row.question_p50_ms} ms, p99 ${row.question_p99_ms} ms`);
}
