import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../scripts/api-client.ts';
import { openServer } from './open-server.ts';

/** What operators look at, of the server as it runs. */

const SETTLE_TIMEOUT_MS = 120_000;
const WRITTEN_WITHIN_MS = 60_000;
const KEY = 'operators-only';
const HEADERS = { 'x-api-key': KEY };

const PAGE =
  '# Prices\n\nA family ticket costs 24 euros and is valid all day. Children under six pay nothing.\n';

/** The body as soon as `isThere` says so: answers are noted behind them. */
async function eventually<T>(url: string, isThere: (body: T) => boolean): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += 50) {
    const body = (await (await fetch(url, { headers: HEADERS })).json()) as T;
    if (isThere(body) || waitedMs > WRITTEN_WITHIN_MS) return body;
    await sleep(50);
  }
}

test('answers can be accounted for, also after the server was stopped and started again', async () => {
  await using first = await openServer({ settings: { API_KEY: KEY } });
  const client = createApiClient(first.url);
  await client.upload('prices.md', Buffer.from(PAGE));
  await client.settled(SETTLE_TIMEOUT_MS);
  const answered = await client.ask('What does a family ticket cost?');
  const refused = await client.ask('Which king of France paid bakers in gold?');
  assert.deepEqual([answered.meta.refused, refused.meta.refused], [false, true]);

  const traceOf = async (correlationId: string) => {
    const path = `/api/v1/chat/${correlationId}/trace`;
    assert.equal((await fetch(first.url + path)).status, 401);
    return (await (await fetch(first.url + path, { headers: HEADERS })).json()) as {
      outcome: string;
      code: string;
      candidates: { doc_id: string }[];
      sentences: { text: string; chosen: boolean }[];
      statements: unknown[];
    };
  };
  const trace = await traceOf(answered.meta.correlation_id);
  assert.deepEqual([trace.outcome, trace.candidates[0]?.doc_id], ['answered', 'prices']);
  assert.deepEqual(trace.statements, answered.meta.statements);
  assert.equal(
    trace.sentences.find(({ chosen }) => chosen)?.text,
    'A family ticket costs 24 euros and is valid all day.',
  );
  assert.match((await traceOf(refused.meta.correlation_id)).outcome, /^(below_threshold|nothing_found)$/);
  assert.equal((await traceOf('nobody')).code, 'trace_not_found');

  type Gaps = { gaps: { question: string; correlation_id: string }[]; total: number };
  const gaps = await eventually<Gaps>(`${first.url}/api/v1/quality/gaps`, ({ total }) => total > 0);
  assert.deepEqual(
    gaps.gaps.map(({ question, correlation_id }) => [question, correlation_id]),
    [['Which king of France paid bakers in gold?', refused.meta.correlation_id]],
  );

  // What was answered in the last moment is written when the server stops.
  await client.ask('Who pays nothing?');
  await first.stop();
  await using second = await openServer({ folder: first.folder, settings: { API_KEY: KEY } });
  const read = async (path: string) => (await fetch(second.url + path, { headers: HEADERS })).json();
  const { rows } = (await read('/api/v1/quality/summary?days=2')) as {
    rows: { answers: number; refused: number; documents_done: number; latency_ms_p50: number | null }[];
  };
  assert.equal(
    rows.reduce((sum, row) => sum + row.answers, 0),
    3,
  );
  assert.equal(
    rows.reduce((sum, row) => sum + row.refused, 0),
    1,
  );
  assert.equal(
    rows.reduce((sum, row) => sum + row.documents_done, 0),
    1,
  );
  assert.ok(rows.some((row) => (row.latency_ms_p50 ?? 0) > 0));
  const { answers } = (await read('/api/v1/quality/answers?refused=false')) as {
    answers: { question: string }[];
  };
  assert.deepEqual(
    answers.map(({ question }) => question),
    ['Who pays nothing?', 'What does a family ticket cost?'],
  );
  const summary = (await read('/api/v1/ingest/summary')) as Record<string, number>;
  assert.deepEqual([summary.documents, summary.bytes_originals], [1, Buffer.byteLength(PAGE)]);
  assert.ok(summary.chunks! > 0 && summary.bytes_on_disk! > summary.bytes_originals!);
  const settings = await (await fetch(`${second.url}/api/v1/settings`, { headers: HEADERS })).text();
  assert.match(settings, /"name":"API_KEY","value":"\*\*\*"/);
  assert.doesNotMatch(settings, new RegExp(KEY));
});

test('everything that happens to documents comes over one stream, which a stop ends', async () => {
  await using server = await openServer();
  const client = createApiClient(server.url);
  const response = await fetch(`${server.url}/api/v1/ingest/docs`, {
    headers: { accept: 'text/event-stream' },
  });
  let text = '';
  const reading = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) text += piece;
  })();
  for (let i = 0; i < 5; i++) await client.upload(`page-${i}.md`, Buffer.from(`${PAGE}\nPage ${i}.\n`));
  await client.settled(SETTLE_TIMEOUT_MS);
  const isTold = () =>
    [0, 1, 2, 3, 4].every((i) => text.includes(`"doc_id":"page-${i}"`)) && text.includes('"done":5');
  for (let waitedMs = 0; !isTold() && waitedMs < WRITTEN_WITHIN_MS; waitedMs += 20) await sleep(20);
  assert.ok(isTold(), text);
  assert.ok(text.startsWith('event: counts\n'));
  await server.stop();
  await reading;
  assert.match(text, /event: error\ndata: .*"code":"shutting_down"/);
});
