/**
 * `npm run bench -- [--corpus <folder> | --invented] [--documents N] [--answers 1000]`: the real server, called over
 * HTTP. Measures how fast documents become searchable, how late the event loop is meanwhile, what answers cost when their
 * passages are read for the first time and later, how many cite the right document, and memory. `open-corpus.ts`
 * describes the folder and the default. Linux only.
 */
import { parseArgs } from 'node:util';
import type { ChatAnswer } from '../src/http/schemas/chat.ts';
import { type ServerProcess, startServer, untilReady } from '../test/server-process.ts';
import { askAll, type ChatPath, questionsOf, type Reply, searchable, uploadAll } from './load.ts';
import { CORPUS_OPTIONS, type CorpusFile, type CorpusQuestion, openCorpus } from './open-corpus.ts';
import { idle, treeCpuMs } from './process-figures.ts';
import { quantile } from './quantile.ts';
import { eventLoopDelayOf, memoryOf } from './server-figures.ts';

const IN_FLIGHT = 16;

type Figures = Readonly<Record<string, string | number>>;
type FilesById = ReadonlyMap<string, CorpusFile>;

const { values } = parseArgs({
  options: { ...CORPUS_OPTIONS, answers: { type: 'string', default: '1000' } },
});
const corpus = await openCorpus(values);
const answers = Number(values.answers);
/** At most half of the answers: each is asked for again. */
const asked = [
  ...questionsOf(corpus.questions).take(Math.min(corpus.questions.length, Math.ceil(answers / 2))),
];
const settings = { METRICS_ENABLED: 'true', QUEUE_LIMIT: String(corpus.files.length) };
const bytes = corpus.files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
console.log(`${corpus.files.length} documents of ${corpus.name}, ${(bytes / 1e6).toFixed(1)} MB`);

await using first = await startServer({ settings });
const startedEmpty = await memoryOf(first);
const uploaded = await ingestAll(first);
const afterIngest = await memoryOf(first);
await first.stop('SIGTERM');

const restartedAt = performance.now();
await using second = await startServer({ folder: first.folder, settings });
await untilReady(second.url);
const loadedInMs = performance.now() - restartedAt;
console.log(
  `  start       ${first.startedInMs.toFixed(0)} ms empty; with the corpus listening after ` +
    `${second.startedInMs.toFixed(0)} ms, ready after ${loadedInMs.toFixed(0)} ms`,
);
const restarted = await memoryOf(second);
const replies: Reply<CorpusQuestion>[] = [];
const firstTime = await load(second, asked, { path: 'plain', inFlight: 1, replies });
printCites(replies, uploaded);
const warm = await load(second, again(answers - asked.length), { path: 'plain', inFlight: 1 });
const afterAnswers = await memoryOf(second);
const streamed = await load(second, again(answers), { path: 'streamed', inFlight: 1 });
const together = await load(second, again(answers), { path: 'plain', inFlight: IN_FLIGHT });
printTable('answers', { 'first time': firstTime, warm, streamed, [`${IN_FLIGHT} in flight`]: together });
printTable('memory, MB', {
  'started empty': memoryColumns(startedEmpty),
  'after ingest': memoryColumns(afterIngest),
  restarted: memoryColumns(restarted),
  [`after ${answers} answers`]: memoryColumns(afterAnswers),
});

function again(count: number): Iterable<CorpusQuestion> {
  return questionsOf(asked).take(count);
}

/** Prints processor time until all is searchable, and until the embedding model is fitted, too. */
async function ingestAll(server: ServerProcess): Promise<FilesById> {
  const { url, pid } = server;
  const count = corpus.files.length;
  const startedAt = performance.now();
  const cpuBefore = treeCpuMs(pid);
  const cpu = () => ((treeCpuMs(pid) - cpuBefore) / count).toFixed(1);
  const uploaded = await uploadAll(url, corpus.files);
  await searchable(url, count);
  const perSecond = ((count * 1000) / (performance.now() - startedAt)).toFixed(1);
  const cpuSearchable = cpu();
  const delay = await eventLoopDelayOf(server);
  await idle(pid);
  console.log(
    `  ingest      ${perSecond} documents/s, ${cpuSearchable} ms CPU a document, ${cpu()} with fitting the embedding ` +
      `model; ${(await memoryOf(server)).chunks} chunks`,
  );
  console.log(`              event loop delay ${delay.p99Ms} ms (p99), ${delay.maxMs} ms (maximum)`);
  return uploaded;
}

async function load(
  { url, pid }: ServerProcess,
  questions: Iterable<CorpusQuestion>,
  options: { path: ChatPath; inFlight: number; replies?: Reply<CorpusQuestion>[] },
): Promise<Figures> {
  const { path, inFlight, replies } = options;
  const cpuBefore = treeCpuMs(pid);
  const onReply = (reply: Reply<CorpusQuestion>) => replies?.push(reply);
  const { ms, latencies, firsts } = await askAll(url, questions, { path, inFlight, onReply });
  return {
    'answers/s': ((latencies.length * 1000) / ms).toFixed(1),
    'CPU ms': ((treeCpuMs(pid) - cpuBefore) / latencies.length).toFixed(2),
    'p50 ms': quantile(latencies, 0.5).toFixed(2),
    'p95 ms': quantile(latencies, 0.95).toFixed(2),
    'p99 ms': quantile(latencies, 0.99).toFixed(2),
    'first p50 ms': quantile(firsts, 0.5).toFixed(2),
  };
}

/** The share of replies that have the question's file, or a copy of it, among what they show. */
function printCites(replies: readonly Reply<CorpusQuestion>[], uploaded: FilesById): void {
  const share = (shownIn: (answer: ChatAnswer) => readonly { doc_id: string }[]) => {
    const citing = replies.filter(({ asked: { doc }, text }) =>
      shownIn(JSON.parse(text)).some(({ doc_id }) => uploaded.get(doc_id)?.original === doc),
    );
    return (citing.length / replies.length).toFixed(3);
  };
  const cited = share(({ sources }) => sources);
  const shown = share(({ sources, related }) => [...sources, ...related]);
  console.log(`  cites       ${cited} among sources, ${shown} with related, of ${replies.length} questions`);
}

function memoryColumns(memory: Awaited<ReturnType<typeof memoryOf>>): Figures {
  const { serverMb, childrenMb, heapUsedMb, heapMb, externalMb } = memory;
  const all = serverMb + childrenMb;
  return {
    server: serverMb,
    'all processes': all,
    'heap used': heapUsedMb,
    heap: heapMb,
    external: externalMb,
  };
}

/** A row of figures under each name. */
function printTable(title: string, rows: Readonly<Record<string, Figures>>): void {
  const line = (name: string, cells: readonly (string | number)[]) =>
    console.log(`  ${name.padEnd(22)}${cells.map((cell) => String(cell).padStart(14)).join('')}`);
  line(title, Object.keys(Object.values(rows)[0]!));
  for (const [name, cells] of Object.entries(rows)) line(`  ${name}`, Object.values(cells));
}
