import assert from 'node:assert/strict';
import { StatementSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { makeCorpus } from '../bench/corpus.ts';
import { askAll, questionsOf, searchable, uploadAll } from '../bench/load.ts';
import { builtInModels } from '../src/adapters/models/word-vectors/built-in-models.ts';
import { Bm25Search } from '../src/adapters/search/bm25-search.ts';
import { PostingLists } from '../src/adapters/search/posting-lists.ts';
import { openApp } from '../src/app.ts';
import { CorpusSummaryReply } from '../src/http/schemas/ingest-summary.ts';
import { loadConfig } from '../src/settings/config.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

/**
 * How much work documents and answers take, in counts that no busy machine moves: a change that reads each passage twice
 * fails here before anyone measures it. The bounds are about a third above what is needed now. A change that needs more
 * raises them, and says what it gains.
 */
const DOCUMENTS = 120;
const QUESTIONS = 40;

const counts = { reads: 0, rows: 0, writes: 0, commits: 0, postings: 0, scored: 0 };
const folder = temporaryFolder();
const corpus = makeCorpus(DOCUMENTS);
let app: Awaited<ReturnType<typeof openApp>>;
let url: string;

before(async () => {
  for (const method of ['get', 'all', 'run'] as const) countCalls(StatementSync.prototype, method, ran);
  countCalls(PostingLists.prototype, 'forEachRun', (lists, _, list) => {
    counts.postings += lists.length(list as number);
  });
  countCalls(Bm25Search.prototype, 'score', () => {
    counts.scored++;
  });
  const config = loadConfig({
    ...{ DATA_DIR: `${folder}/data`, LOG_DIR: `${folder}/logs`, HOST: '127.0.0.1', PORT: '0' },
    ...{ RATE_LIMIT_PER_MINUTE: '0', QUEUE_LIMIT: String(DOCUMENTS) },
  });
  app = await openApp(config, { logToConsole: false });
  url = (await app.listen())!;
});
after(() => app.close());

test('a document of five chunks takes few writes, in few commits', async () => {
  const took = await workOf(DOCUMENTS, async () => {
    await uploadAll(url, corpus);
    await searchable(url, DOCUMENTS);
  });
  within(took, { writes: 30, commits: 6 });
});

test('an answer takes few rows and postings, and almost no rows when its passages were read before', async () => {
  await until(isEmbedded);
  const first = await workOf(QUESTIONS, ask);
  within(first, { reads: 20, rows: 15, writes: 12, commits: 3, postings: 2_100, scored: 105 });
  const again = await workOf(QUESTIONS, ask);
  within(again, { reads: 6, rows: 1, writes: 12, commits: 3, postings: 2_100, scored: 105 });
});

async function ask(): Promise<void> {
  const questions = questionsOf(corpus).take(QUESTIONS);
  await askAll(url, questions, { path: 'plain', inFlight: 1, onReply: () => {} });
}

const initialModel = builtInModels.open(builtInModels.initial(new Map()));

/** Whether the embedding model is fitted to the documents, which reads and writes rows meanwhile. */
async function isEmbedded(): Promise<boolean> {
  const reply = await fetch(`${url}/api/v1/ingest/summary`);
  const { embedding } = CorpusSummaryReply.parse(await reply.json());
  return ![null, initialModel.id].includes(embedding.model) && embedding.reindexing === null;
}

type Work = typeof counts;

/** What `work` takes, for each of its `items`. */
async function workOf(items: number, work: () => Promise<void>): Promise<Work> {
  const before = { ...counts };
  await work();
  const names = Object.keys(counts) as (keyof Work)[];
  return Object.fromEntries(names.map((name) => [name, (counts[name] - before[name]) / items])) as Work;
}

function within(work: Work, bounds: Partial<Work>): void {
  for (const [name, bound] of Object.entries(bounds))
    assert.ok(work[name as keyof Work] <= bound, `More than ${bound} ${name}: ${JSON.stringify(work)}`);
}

function ran({ sourceSQL }: StatementSync, result: unknown): void {
  const [command = ''] = /\w+/.exec(sourceSQL) ?? [];
  if (command === 'COMMIT') counts.commits++;
  if (['INSERT', 'UPDATE', 'DELETE'].includes(command)) counts.writes++;
  if (command !== 'SELECT') return;
  counts.reads++;
  counts.rows += Array.isArray(result) ? result.length : Number(result !== undefined);
}

/** Calls `called` after each call of a method of a class. */
function countCalls<Class extends object>(
  prototype: Class,
  name: keyof Class,
  called: (self: Class, result: unknown, argument: unknown) => void,
): void {
  const method = prototype[name] as (...values: unknown[]) => unknown;
  prototype[name] = function (this: Class, ...values: unknown[]) {
    const result = method.apply(this, values);
    called(this, result, values[0]);
    return result;
  } as Class[keyof Class];
}
