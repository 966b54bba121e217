/**
 * `node bench/soak.ts --minutes 30 [--rate 8] [--seed 1] [--faults 0.15] [--keep] [--node-options=--inspect]`: the real
 * server under a steady mix of all that visitors, reviewers and operators do, with a language model that now and then
 * fails. `--rate`: things begun a second. `--faults`: share of the calls of the model that fail. Prints a line each
 * minute; at the end how the last third differs from the first, and what is wrong with what the server shows and has
 * stored. Exit code 1 when anything is. Linux only.
 *
 * `node bench/soak.ts --requests 30000`: the same mix as fast as it goes, without a rate limit. Prints the memory of the
 * server and of its children every thousand requests; exit code 1 when it is too much or still grows.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type ServerProcess, startServer } from '../test/server-process.ts';
import { mulberry32 } from './corpus.ts';
import { tree } from './process-figures.ts';
import { createBook } from './soak/book.ts';
import { checkFiles, checkServing, listedBy } from './soak/checks.ts';
import { createContents } from './soak/contents.ts';
import { curationActions } from './soak/curation-actions.ts';
import { type Actions, documentActions } from './soak/document-actions.ts';
import { CURVE_HEADINGS, createMemoryCurve } from './soak/memory-curve.ts';
import { questionActions } from './soak/question-actions.ts';
import { driftOf, HEADINGS, minuteLine } from './soak/report.ts';
import { type Sample, watchServer } from './soak/samples.ts';
import { startUnreliableModel } from './soak/unreliable-model.ts';
import { countUp, createVisitors, type Visitors } from './soak/visitors.ts';

const MINUTE_MS = 60_000;
const IN_FLIGHT_MAX = 40;
/** Of a load as fast as it goes. */
const IN_FLIGHT_FAST = 16;
const QUIET_TIMEOUT_MS = 300_000;
/** Twice this is longer than idle connections to the model are kept. */
const QUIET_MS = 20_000;
/** Pipes of the parsers, logs of the databases, and connections that are not yet closed. */
const FILES_MORE_MAX = 24;
const STOP_MAX_MS = 10_000;
/** Small, so that each bound is reached within minutes. */
const SETTINGS = {
  METRICS_ENABLED: 'true',
  LOG_LEVEL: 'debug',
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_PER_MINUTE: '120',
  MEMORY_TTL_SECONDS: '60',
  ANSWER_CACHE_SIZE: '30',
  ANSWER_CACHE_TTL_SECONDS: '60',
  QUEUE_LIMIT: '30',
  MAX_FILE_SIZE_MB: '2',
  PARSE_TIMEOUT_MS: '10000',
  QUESTION_TIMEOUT_MS: '10000',
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: 'soaked',
  LLM_FIRST_TOKEN_TIMEOUT_MS: '2000',
  LLM_IDLE_TIMEOUT_MS: '2000',
  LLM_CONCURRENCY: '4',
  LLM_QUEUE_LIMIT: '8',
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    requests: { type: 'string' },
    rate: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '0.15' },
    keep: { type: 'boolean', default: false },
    'node-options': { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
const random = mulberry32(seed);
const folder = mkdtempSync(join(tmpdir(), 'docent-soak-'));
const temporary = join(folder, 'temporary');
mkdirSync(temporary);
const samples: Sample[] = [];

await using model = await startUnreliableModel({ faultShare: Number(values.faults), random });
await using running = new AsyncDisposableStack();
const settings = {
  ...SETTINGS,
  ...(values.requests && { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'info' }),
  ...{ LLM_BASE_URL: model.baseUrl, NODE_OPTIONS: values['node-options'], TMPDIR: temporary },
};
const server = await start();
console.log(`pid ${server.pid}, ${folder}`);
const wrong = await soaked(server);
const { lines, grown } = values.requests ? { lines: [], grown: [] } : driftOf(samples);
if (lines.length > 0)
  console.log(`\nmean of the first and of the last third of ${samples.length} minutes\n${lines.join('\n')}`);
for (const text of [...wrong, ...grown]) console.log(`WRONG: ${text}`);
console.log(wrong.length + grown.length === 0 ? '\nNothing is wrong.' : `\nData and logs are in ${folder}`);
if (wrong.length + grown.length > 0) process.exitCode = 1;
else if (!values.keep) rmSync(folder, { recursive: true });

async function start(): Promise<ServerProcess> {
  return running.adopt(await startServer({ folder, settings }), async (started) => {
    await started.stop('SIGKILL');
  });
}

async function soaked(first: ServerProcess): Promise<string[]> {
  const visitors = createVisitors(first.url, random);
  const { tally } = visitors;
  const book = createBook(random);
  const parts = { visitors, book, contents: createContents(seed), url: first.url };
  const actions = { ...documentActions(parts), ...questionActions(parts), ...curationActions(parts) };
  if (values.requests) tally.violations.push(...(await measureMemory(first, actions, visitors)));
  else {
    await using watch = watchServer(first, tally);
    console.log(HEADINGS);
    const idle = await watch.minute();
    console.log(minuteLine('idle', idle));
    const loading = load(actions, visitors);
    for (let minute = 1; minute <= Number(values.minutes); minute++) {
      await pause(MINUTE_MS);
      samples.push(await watch.minute());
      console.log(minuteLine(String(minute), samples.at(-1)!));
    }
    await loading;
    model.recover();
    await quiet(visitors);
    await watch.minute();
    await pause(QUIET_MS);
    const after = await watch.minute();
    console.log(minuteLine('idle', after));
    if (after.files > idle.files + FILES_MORE_MAX)
      tally.violations.push(`${after.files} files are open when all is quiet, and were ${idle.files}`);
  }
  console.log('');
  for (const [name, count] of [...tally.outcomes].sort()) console.log(`${String(count).padStart(7)} ${name}`);
  const wrong = [...tally.violations, ...(await checkServing(visitors, book))];
  const listed = await listedBy(visitors);
  wrong.push(...(await stopped(first)), ...checkFiles(folder));

  const second = await start();
  console.log(`started again within ${Math.round(second.startedInMs)} ms`);
  const again = createVisitors(second.url, random);
  wrong.push(...(await checkServing(again, book)));
  if (JSON.stringify(await listedBy(again)) !== JSON.stringify(listed))
    wrong.push('the list differs after a restart');
  wrong.push(...again.tally.violations, ...(await stopped(second)));
  for (const name of readdirSync(temporary)) wrong.push(`the temporary file ${name} is left over`);
  return wrong;
}

/** Begins actions as others end. @returns What is wrong with the memory of the server. */
async function measureMemory(of: ServerProcess, actions: Actions, visitors: Visitors): Promise<string[]> {
  const curve = createMemoryCurve(of, visitors.calls);
  console.log(CURVE_HEADINGS);
  const next = pickerOf(actions);
  const underway = new Set<Promise<unknown>>();
  while (visitors.calls() < Number(values.requests)) {
    await curve.sample();
    begin(next(), underway, visitors);
    if (underway.size >= IN_FLIGHT_FAST) await Promise.race(underway);
  }
  await Promise.all(underway);
  await curve.sample();
  model.recover();
  await quiet(visitors);
  return curve.faults();
}

/** Begins actions at a steady rate, without waiting for earlier ones to end. */
async function load(actions: Actions, visitors: Visitors): Promise<void> {
  const next = pickerOf(actions);
  const endsAt = performance.now() + Number(values.minutes) * MINUTE_MS;
  const underway = new Set<Promise<unknown>>();
  for (let at = performance.now(); at < endsAt; at += 1000 / Number(values.rate)) {
    await pause(Math.max(0, at - performance.now()));
    if (underway.size >= IN_FLIGHT_MAX) {
      countUp(visitors.tally.outcomes, 'too many underway');
      continue;
    }
    begin(next(), underway, visitors);
  }
  await Promise.all(underway);
}

function begin(
  [name, [, run]]: [string, Actions[string]],
  underway: Set<Promise<unknown>>,
  { complain }: Visitors,
) {
  const running: Promise<unknown> = run()
    .catch((error) => complain(`${name}: ${error instanceof Error ? error.stack : error}`))
    .finally(() => underway.delete(running));
  underway.add(running);
}

function pickerOf(actions: Actions): () => [string, Actions[string]] {
  const all = Object.entries(actions);
  const total = all.reduce((sum, [, [weight]]) => sum + weight, 0);
  return () => pick(all, random() * total);
}

/** The action at `place` when all stand in a row, each as long as its weight. */
function pick(all: readonly [string, Actions[string]][], place: number): [string, Actions[string]] {
  let end = 0;
  for (const action of all) {
    end += action[1][0];
    if (place < end) return action;
  }
  return all[0]!;
}

/** Until no ingest is open, and a while longer. */
async function quiet(visitors: Visitors): Promise<void> {
  const deadline = performance.now() + QUIET_TIMEOUT_MS;
  const isOpen = async (status: string) =>
    (await visitors.send('settling', `/api/v1/ingest/docs?status=${status}&limit=1`)).body.total > 0;
  while ((await isOpen('queued')) || (await isOpen('processing'))) {
    if (performance.now() > deadline) break;
    await pause(1_000);
  }
  await pause(QUIET_MS);
}

/** @returns What is wrong with the way it ended. */
async function stopped(of: ServerProcess): Promise<string[]> {
  const [, ...children] = tree(of.pid);
  const startedAt = performance.now();
  const { code } = await of.stop('SIGTERM');
  const ms = Math.round(performance.now() - startedAt);
  console.log(`stopped within ${ms} ms, with code ${code}`);
  const left = children.filter(isAlive);
  return [
    ...(code === 0 ? [] : [`it ended with ${code}`]),
    ...(ms < STOP_MAX_MS ? [] : [`it took ${ms} ms to stop`]),
    ...left.map((child) => `the process ${child} outlives the server`),
  ];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
