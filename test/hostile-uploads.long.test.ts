import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ApiError } from '@docent-server/client';
import { createApiClient } from '../scripts/api-client.ts';
import type { Accepted } from '../src/http/schemas/ingest.ts';
import { ARCHIVE_BOMBS, DOCUMENT_BOMBS } from './bombs.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const DATA = new URL('../../shared/data/dev/', import.meta.url);
const RECIPES = new URL('hostile/bombs/recipes.jsonl', DATA);
const FILES = new URL('documents/files/', DATA);
const absent = (url: URL) => (existsSync(url) ? false : `SKIPPED: no public test data at ${url.pathname}`);

const BOMB_TIMEOUT_MS = 600_000;
/** From when the last is accepted. */
const FILES_TIMEOUT_MS = 600_000;
/** Of the main thread's work before `/health` answers: on a busy machine it waits for others as well. */
const HEALTH_MAX_MS = 1_000;
const HEALTH_EVERY_MS = 20;
/** The unit of /proc. */
const MS_PER_TICK = 10;
const MB = 2 ** 20;
/** Of the server itself, in which nothing of a file is unpacked; of many files it holds the index. */
const SERVER_GROWTH_MAX = { bombs: 300 * MB, files: 500 * MB };
/** Of the server and its two parsers: heap and what lies outside of it, and what comes between two looks. */
const FAMILY_MAX = 3 * 1024 * MB;

/** Requests and not files: `src/http/input/json-body.test.ts` and `src/answering/hostile-questions.test.ts` have them. */
const REQUESTS = ['json-deep', 'question-1mb'];

test('every bomb ends as expected while the server stays responsive and small', {
  skip: absent(RECIPES),
}, async (t) => {
  const bombs = { ...ARCHIVE_BOMBS, ...DOCUMENT_BOMBS };
  const names = rowsOf<{ name: string }>(RECIPES).map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [...Object.keys(bombs), ...REQUESTS].toSorted());
  await using server = await startServer();
  const client = createApiClient(server.url);
  await using watch = watchServer(server);
  for (const [name, make] of Object.entries(bombs)) {
    for (const hostile of make()) {
      const startedAt = performance.now();
      const outcome = await send(client, hostile.filename, hostile.bytes);
      const [settled] = (await client.settled(BOMB_TIMEOUT_MS)).filter(
        ({ doc_id }) => 'doc_id' in outcome && doc_id === outcome.doc_id,
      );
      const ended = settled?.status ?? 'refused';
      const code = settled?.error?.code ?? ('code' in outcome ? outcome.code : undefined);
      t.diagnostic(
        `${name} ${hostile.filename}: ${code ?? ended} after ${Math.round(performance.now() - startedAt)} ms`,
      );
      if (code === undefined) {
        const text = settled?.doc_id && (await textOf(client, settled.doc_id));
        const wanted = typeof hostile.ends === 'object' ? hostile.ends.text : undefined;
        assert.ok(wanted?.test(text ?? ''), `${hostile.filename} was read, and ended ${ended}`);
      } else if (typeof hostile.ends === 'string') assert.equal(code, hostile.ends, hostile.filename);
      else assert.match(code, hostile.ends.code ?? /^$/, hostile.filename);
    }
  }
  check(t, await watch.end(), SERVER_GROWTH_MAX.bombs);
});

test('every public file ends, and the server stays responsive meanwhile', {
  skip: absent(FILES),
}, async (t) => {
  const expectations = rowsOf<{ file: string; expect: string }>(new URL('expect.jsonl', FILES));
  // What is recognised on scanned pages is tested on its own; here it would only take long.
  await using server = await startServer({ settings: { OCR_LANGUAGES: '[]' } });
  const client = createApiClient(server.url);
  await using watch = watchServer(server);
  const accepted = new Map<string, string>();
  const refused = new Map<string, string>();
  for (const { file } of expectations) {
    const outcome = await send(client, basename(file), readFileSync(new URL(file, FILES)));
    if ('doc_id' in outcome) accepted.set(file, outcome.doc_id);
    else refused.set(file, outcome.code);
  }
  const documents = new Map((await client.settled(FILES_TIMEOUT_MS)).map((one) => [one.doc_id, one]));
  check(t, await watch.end(), SERVER_GROWTH_MAX.files);

  const unexpected: string[] = [];
  const counts = new Map<string, number>();
  for (const { file, expect } of expectations) {
    const document = documents.get(accepted.get(file) ?? '');
    const isRead = document?.status === 'done' || document?.status === 'skipped';
    const code = refused.get(file) ?? document?.error?.code;
    counts.set(code ?? 'read', (counts.get(code ?? 'read') ?? 0) + 1);
    const mustBeRead = expect === 'text';
    const mayBeRead = mustBeRead || expect === 'either';
    if (code === 'internal_error' || code === 'parse_crashed' || (isRead ? !mayBeRead : mustBeRead))
      unexpected.push(`${file}: ${code ?? document?.status}, expected ${expect}`);
  }
  t.diagnostic(`${expectations.length} files: ${JSON.stringify(Object.fromEntries(counts))}`);
  assert.deepEqual(unexpected, []);
});

type Client = ReturnType<typeof createApiClient>;

/** The document that was accepted, or the code of a 4xx. */
async function send(client: Client, name: string, bytes: Uint8Array): Promise<Accepted | { code: string }> {
  try {
    return await client.upload(name, bytes);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    assert.ok(error.status < 500 && error.code, `${name}: ${error.status} ${error.message}`);
    return { code: error.code };
  }
}

async function textOf(client: Client, docId: string): Promise<string> {
  const response = await client.call(`/api/v1/ingest/${docId}/text`);
  assert.equal(response.status, 200);
  return ((await response.json()) as { text: string }).text;
}

interface Seen {
  /** What the main thread worked, or waited where it is not told, while one answer was asked for. */
  readonly workMaxMs: number;
  /** Until one answer came, on a machine that may be busy with other things. */
  readonly healthMaxMs: number;
  readonly checks: number;
  readonly serverGrowth: number | undefined;
  readonly familyMax: number | undefined;
}

/** Asks for `/health` all the time, and looks at the memory of the server and of its children. */
function watchServer({ url, pid }: ServerProcess) {
  const stopping = new AbortController();
  const before = residentBytes(pid);
  let [workMaxMs, healthMaxMs, checks, serverMax, familyMax] = [0, 0, 0, 0, 0];
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const workedBefore = mainThreadMsOf(pid);
      const response = await fetch(`${url}/health`);
      await response.text();
      assert.equal(response.status, 200);
      const workedMs = mainThreadMsOf(pid) - workedBefore;
      const tookMs = performance.now() - startedAt;
      healthMaxMs = Math.max(healthMaxMs, tookMs);
      workMaxMs = Math.max(workMaxMs, Number.isNaN(workedMs) ? tookMs : Math.min(workedMs, tookMs));
      checks++;
      const own = residentBytes(pid) ?? 0;
      const children = childrenOf(pid).reduce((sum, child) => sum + (residentBytes(child) ?? 0), 0);
      serverMax = Math.max(serverMax, own);
      familyMax = Math.max(familyMax, own + children);
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS));
    }
  })();
  async function end(): Promise<Seen> {
    stopping.abort();
    await running;
    const isTold = before !== undefined;
    return {
      workMaxMs,
      healthMaxMs,
      checks,
      serverGrowth: isTold ? serverMax - before : undefined,
      familyMax: isTold ? familyMax : undefined,
    };
  }
  return {
    end,
    [Symbol.asyncDispose]: () =>
      end().then(
        () => {},
        () => {},
      ),
  };
}

function check(
  t: TestContext,
  { workMaxMs, healthMaxMs, checks, serverGrowth = 0, familyMax = 0 }: Seen,
  growthMax: number,
): void {
  t.diagnostic(
    `/health after at most ${Math.round(healthMaxMs)} ms, ${Math.round(workMaxMs)} ms of work, in ${checks} requests; the server grew by ${Math.round(serverGrowth / MB)} MB, with its parsers it took at most ${Math.round(familyMax / MB)} MB`,
  );
  assert.ok(checks > 10);
  assert.ok(workMaxMs < HEALTH_MAX_MS, `/health came behind ${workMaxMs} ms of work`);
  assert.ok(serverGrowth < growthMax, `the server grew by ${serverGrowth / MB} MB`);
  assert.ok(familyMax < FAMILY_MAX, `server and parsers took ${familyMax / MB} MB`);
}

/** Of the process's main thread, which answers requests, since its start; NaN without /proc. */
function mainThreadMsOf(pid: number): number {
  try {
    const [utime, stime] = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
      .split(') ')[1]!
      .split(' ')
      .slice(11, 13);
    return (Number(utime) + Number(stime)) * MS_PER_TICK;
  } catch {
    return Number.NaN;
  }
}

/** Undefined without /proc. */
function residentBytes(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096;
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' '))
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

function rowsOf<T>(url: URL): T[] {
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((row) => JSON.parse(row) as T);
}
