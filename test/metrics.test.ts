import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../scripts/api-client.ts';
import { type Exposition, parseExposition } from './exposition-parser.ts';
import { openServer } from './open-server.ts';

/** What whoever scrapes the server as it runs gets to see. */

const SETTLE_TIMEOUT_MS = 120_000;
const COUNTED_WITHIN_MS = 60_000;
const KEY = 'operators-only';
const PAGE = '# Prices\n\nA family ticket costs 24 euros and is valid all day.\n';
const MEASURED = { METRICS_ENABLED: 'true', API_KEY: KEY };

async function scrape(url: string): Promise<Exposition> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${KEY}` } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  return parseExposition(await response.text());
}

/** What the server has counted, once it has counted as many requests to chat: it does so behind the last byte of an answer. */
async function scrapeAfter(url: string, chats: number): Promise<Exposition> {
  for (let waitedMs = 0; ; waitedMs += 20) {
    const series = await scrape(url);
    if (sumOf(series, /^docent_http_requests_total\{.*route="\/api\/v1\/chat/) >= chats) return series;
    assert.ok(waitedMs < COUNTED_WITHIN_MS, [...series.keys()].join('\n'));
    await sleep(20);
  }
}

function sumOf(series: Exposition, pattern: RegExp): number {
  return [...series].reduce((sum, [name, value]) => sum + (pattern.test(name) ? value : 0), 0);
}

test('counts move by exactly what was done', async () => {
  await using server = await openServer({ settings: MEASURED });
  const client = createApiClient(server.url);
  const ask = (body: object, path = 'chat') =>
    fetch(`${server.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(async (response) => ({ status: response.status, text: await response.text() }));
  const before = await scrape(server.url);
  assert.equal(before.get('docent_indexed_documents'), 0);

  await client.upload('prices.md', Buffer.from(PAGE));
  await client.settled(SETTLE_TIMEOUT_MS);
  await client.upload('twin.md', Buffer.from(PAGE));
  await client.upload('broken.pdf', Buffer.from('%PDF-1.7\nno more of it'));
  await client.settled(SETTLE_TIMEOUT_MS);
  const question = 'What does a family ticket cost?';
  await ask({ question });
  await ask({ question, mode: 'strict' }, 'chat/stream');
  await ask({ question: 'Which king of France paid bakers in gold?' });
  await ask({ question: 'Hello!' });
  assert.equal((await ask({ question: '' })).status, 422);
  await fetch(`${server.url}/no/such/${Math.random()}`).then((response) => response.text());
  const after = await scrapeAfter(server.url, 5);

  const moved = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  for (const [name, by] of Object.entries({
    'docent_http_requests_total{method="POST",route="/api/v1/chat",status="200"}': 3,
    'docent_http_requests_total{method="POST",route="/api/v1/chat",status="422"}': 1,
    'docent_http_requests_total{method="POST",route="/api/v1/chat/stream",status="200"}': 1,
    'docent_http_requests_total{method="POST",route="/api/v1/ingest/upload",status="202"}': 3,
    'docent_http_requests_total{method="GET",route="none",status="404"}': 1,
    'docent_http_request_duration_seconds_count{method="POST",route="/api/v1/chat"}': 4,
    'docent_answers_total{mode="learning",outcome="quoted"}': 1,
    'docent_answers_total{mode="strict",outcome="quoted"}': 1,
    'docent_answers_total{mode="learning",outcome="refused"}': 1,
    'docent_answers_total{mode="learning",outcome="greeting"}': 1,
    'docent_answers_checked_total{grounded="supported"}': 2,
    'docent_answer_duration_seconds_count{stage="retrieve"}': 3,
    'docent_answer_duration_seconds_count{stage="total"}': 3,
    'docent_ingests_total{outcome="done"}': 1,
    'docent_ingests_total{outcome="skipped"}': 1,
    'docent_ingests_total{outcome="failed"}': 1,
    'docent_documents{status="done"}': 1,
    'docent_documents{status="failed"}': 1,
    'docent_documents{status="queued"}': 0,
    docent_indexed_documents: 1,
    docent_indexed_chunks: 1,
    docent_review_entries_pending: 0,
    docent_ingest_overdue_seconds: 0,
  }))
    assert.equal(moved(name), by, name);
  assert.equal(sumOf(after, /^docent_answers_total/), 4);
  assert.equal(sumOf(after, /^docent_ingests_total/), 3);
  assert.ok(moved('process_cpu_seconds_total') > 0);
  // What users write, and addresses as they spell them, name no series.
  assert.doesNotMatch([...after.keys()].join('\n'), /family|king|prices|no\/such|operators/i);
});

test('what the rate limit turns away is counted, and scrapes count towards it', async () => {
  await using server = await openServer({
    settings: { METRICS_ENABLED: 'true', RATE_LIMIT_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1/32' },
  });
  const read = async (client: string) => {
    const response = await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': client } });
    return { status: response.status, text: await response.text() };
  };
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await read('192.0.2.1')).status);
  assert.deepEqual(statuses, [200, 200, 429, 429]);
  const series = parseExposition((await read('192.0.2.2')).text);
  assert.equal(series.get('docent_http_requests_total{method="GET",route="/metrics",status="429"}'), 2);
});

test('a key is asked for, and taken from whoever scrapes as a bearer token; not so elsewhere', async () => {
  await using server = await openServer({ settings: MEASURED });
  let challenge: string | null = null;
  const status = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(server.url + path, { headers });
    await response.text();
    challenge = response.headers.get('www-authenticate');
    return response.status;
  };
  assert.equal(await status('/metrics', {}), 401);
  assert.equal(challenge, 'ApiKey realm="docent", header="X-API-Key", Bearer realm="docent"');
  assert.equal(await status('/metrics', { 'x-api-key': 'wrong' }), 401);
  assert.equal(await status('/metrics', { authorization: 'Bearer wrong' }), 401);
  assert.equal(await status('/metrics', { authorization: `Basic ${KEY}` }), 401);
  assert.equal(await status('/metrics', { 'x-api-key': KEY }), 200);
  assert.equal(await status('/metrics', { authorization: `bearer ${KEY}` }), 200);
  assert.equal(await status('/api/v1/settings', { authorization: `Bearer ${KEY}` }), 401);
  assert.equal(challenge, 'ApiKey realm="docent", header="X-API-Key"');
});

test('nothing is there unless it is asked for', async () => {
  await using server = await openServer();
  const response = await fetch(`${server.url}/metrics`);
  assert.equal(response.status, 404);
  assert.equal(((await response.json()) as { code: string }).code, 'route_not_found');
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: object };
  assert.ok(!('/metrics' in document.paths));
});
