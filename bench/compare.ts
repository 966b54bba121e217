/**
 * `npm run bench:compare -- --base <revision> [--corpus <folder> | --invented] [--documents N] [--block 250]
 * [--rounds 3] [--in-flight 16] [--model] [--profile <folder>]`: this working tree beside another revision, in one run,
 * as a machine's speed may vary by more than two versions differ. Both real servers ingest the same documents and answer
 * the same questions, in blocks that take turns; the corpus is that of `npm run bench`. Prints processor time (each
 * server with its children) and rates, both as ratios of the blocks, and how many answers were equal. A round asks every
 * question once; with 0 rounds only the ingest is measured. With `--model` both use `model-stand-in.ts` for embeddings
 * and answers, plain and streamed. `--profile` writes a CPU profile of each server. Linux only. Leave the source alone
 * while it runs.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { untilAborted } from '../src/concurrency/deadline.ts';
import { launchServer } from '../test/server-process.ts';
import { type Block, type Ratio, ratiosOf } from './block-ratios.ts';
import { type Checkout, checkOut, workingTree } from './checkout.ts';
import { askAll, type ChatPath, questionsOf, searchable, uploadAll } from './load.ts';
import { startModelProvider } from './model-provider.ts';
import { CORPUS_OPTIONS, openCorpus } from './open-corpus.ts';
import { idle, treeCpuMs } from './process-figures.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    ...CORPUS_OPTIONS,
    block: { type: 'string', default: '250' },
    rounds: { type: 'string', default: '3' },
    'in-flight': { type: 'string', default: '16' },
    model: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
if (!values.base) throw new Error('Cannot compare with nothing: name a revision, as --base HEAD');
const { base } = values;
const corpus = await openCorpus(values);
const blockSize = Number(values.block);
const rounds = Number(values.rounds);
const inFlight = Number(values['in-flight']);

interface Side {
  readonly url: string;
  readonly pid: number;
}
interface Pair<Value> {
  readonly base: Value;
  readonly now: Value;
}

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => interruption.abort(new Error(`Ended by ${name}`)));
await using cleanUp = new AsyncDisposableStack();
await untilAborted(compare(interruption.signal), interruption.signal);

async function compare(signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-compare-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const checkouts = {
    base: await checkOut(base, join(folder, 'checkout'), signal),
    now: await workingTree(signal),
  };
  const provider = values.model ? cleanUp.use(await startModelProvider(inFlight)) : undefined;
  const settings = { ...provider?.embedding, ...provider?.writing };

  async function start(name: keyof typeof checkouts, { folder: code }: Checkout) {
    const home = join(folder, name);
    await mkdir(home);
    signal.throwIfAborted();
    const server = launchServer(
      home,
      {
        ...settings,
        // Of the same age on both sides, and not kept.
        NODE_COMPILE_CACHE: join(home, 'compiled'),
        ...(values.profile && {
          NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(values.profile, name)}`,
        }),
      },
      pathToFileURL(join(code, 'src/docent.js')),
    );
    cleanUp.defer(async () => void (await server.stop('SIGKILL')));
    return { ...server, url: await server.listening() };
  }
  const servers = {
    base: await start('base', checkouts.base),
    now: await start('now', checkouts.now),
  };

  console.log(
    `${checkouts.base.revision} (base) and ${checkouts.now.revision} (now): ${corpus.files.length} documents of ${corpus.name}, ` +
      `${inFlight} questions in flight${values.model ? ', with a model' : ''}`,
  );
  console.log(`${' '.repeat(36)}base       now   ratio: median (middle half) of the blocks`);
  print('ingest', 'document', await ingestBlocks(servers));
  const paths = values.model ? (['plain', 'streamed'] as const) : (['plain'] as const);
  if (rounds > 0) for (const path of paths) await compareAnswers(servers, path);
  await Promise.all(Object.values(servers).map((server) => server.stop('SIGTERM')));
}

/** The embedding model is fitted between the blocks, and not counted. */
async function ingestBlocks(servers: Pair<Side>): Promise<Pair<Block>[]> {
  return inTurns(blocksOf(corpus.files), servers, async ({ url, pid }, index) => {
    const documents = corpus.files.slice(index * blockSize, (index + 1) * blockSize);
    const block = await measured(pid, documents.length, async () => {
      await uploadAll(url, documents);
      await searchable(url, index * blockSize + documents.length);
    });
    await idle(pid);
    return block;
  });
}

async function compareAnswers(servers: Pair<Side>, path: ChatPath): Promise<void> {
  const blocks = blocksOf(corpus.questions);
  const pairs = await inTurns(blocks * rounds, servers, (server, index) =>
    answerBlock(server, path, (index % blocks) * blockSize),
  );
  print(`${path}, first round`, 'answer', pairs.slice(0, blocks));
  if (rounds > 1) print(`${path}, later rounds`, 'answer', pairs.slice(blocks));
  const answers = pairs.flatMap(({ base, now }) => now.answers.map((answer, i) => [answer, base.answers[i]]));
  const equal = answers.filter(([now, base]) => isDeepStrictEqual(now, base)).length;
  const right = pairs.reduce((sum, { now }) => sum + now.right, 0);
  const rightNow = corpus.questions[0]?.fact ? `, right now ${right}` : '';
  console.log(`  equal answers ${equal} of ${answers.length}${rightNow}`);
}

async function answerBlock(
  { url, pid }: Side,
  path: ChatPath,
  from: number,
): Promise<Block & { answers: readonly unknown[]; right: number }> {
  const count = Math.min(blockSize, corpus.questions.length - from);
  const replies: string[] = [];
  let right = 0;
  const questions = questionsOf(corpus.questions, from).take(count);
  const block = await measured(pid, count, () =>
    askAll(url, questions, {
      ...{ path, inFlight },
      onReply: ({ index, text, asked }) => {
        replies[index] = text;
        if (asked.fact && text.includes(asked.fact)) right++;
      },
    }),
  );
  return { ...block, answers: replies.map(statedIn), right };
}

function blocksOf(all: readonly unknown[]): number {
  return Math.ceil(all.length / blockSize);
}

/** Runs each block on both sides, one after the other, and the other one first each time. */
async function inTurns<Result>(
  count: number,
  servers: Pair<Side>,
  run: (server: Side, index: number) => Promise<Result>,
): Promise<Pair<Result>[]> {
  const pairs: Pair<Result>[] = [];
  for (let index = 0; index < count; index++) {
    if (index % 2 === 0) {
      const base = await run(servers.base, index);
      pairs.push({ base, now: await run(servers.now, index) });
    } else {
      const now = await run(servers.now, index);
      pairs.push({ base: await run(servers.base, index), now });
    }
  }
  return pairs;
}

async function measured(pid: number, count: number, work: () => Promise<unknown>): Promise<Block> {
  const startedAt = performance.now();
  const before = treeCpuMs(pid);
  await work();
  return { count, cpuMs: treeCpuMs(pid) - before, ms: performance.now() - startedAt };
}

/** Text and sources of a reply, or of a stream's last event; other fields hold times and identifiers. */
function statedIn(reply: string): unknown {
  const json = reply.startsWith('event:') ? reply.slice(reply.lastIndexOf('\ndata: ') + 7) : reply;
  const { answer, sources } = JSON.parse(json) as { answer: string; sources: Record<string, unknown>[] };
  return [
    answer,
    sources.map(({ n, label, doc_id, start, end, quotes }) => ({ n, label, doc_id, start, end, quotes })),
  ];
}

function print(what: string, one: 'document' | 'answer', pairs: readonly Pair<Block>[]): void {
  const { cpu, rate } = ratiosOf(pairs);
  console.log(`${what}, ${pairs.length} blocks of ${pairs[0]!.base.count}`);
  console.log(`  ${row(`processor ms, ${one}`, cpu, 2)}`);
  console.log(`  ${row(`${one}s/s`, rate, 0)}`);
}

function row(name: string, { base, now, median, low, high }: Ratio, digits: number): string {
  const figures = [base, now].map((figure) => figure.toFixed(digits).padStart(10)).join('');
  return `${name.padEnd(28)}${figures}   ${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}
