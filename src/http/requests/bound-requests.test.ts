import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { until } from '../../../test/until.ts';
import type { ServerParts } from '../server.ts';

const API_KEY = 'secret';
const LIMIT_MS = 100;
const NEVER_MS = 600_000;

const JSON_BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/v1/chat': { question: 'What does a family ticket cost?' },
  'POST /api/v1/chat/stream': { question: 'What does a family ticket cost?' },
  'POST /api/v1/search': { query: 'family ticket' },
  'POST /api/v1/suggestions': {},
  'POST /api/v1/chat/shared': {
    title: 'Tickets',
    turns: [
      {
        ...{ question: 'What does a ticket cost?', answer: 'I do not know.', sources: [] },
        meta: { model: 'extractive', grounded: null, statements: [], refused: true, synthesized: false },
      },
    ],
  },
  'POST /v1/chat/completions': {
    model: 'docent',
    messages: [{ role: 'user', content: 'What does a family ticket cost?' }],
  },
  'POST /v1/embeddings': { model: 'docent', input: 'A family ticket' },
  'POST /api/v1/keys': { name: 'kiosk', scopes: ['ask'] },
  'POST /api/v1/sources': { name: 'handbook', kind: 'web', location: 'http://example.org/sitemap.xml' },
  'POST /api/v1/ingest': { url: 'http://example.org/a.txt' },
  'POST /api/v1/ingest/reindex': { from: 'chunks' },
  'POST /api/v1/feedback': { rating: 'up' },
  'PATCH /api/v1/ingest/{doc_id}': { title: 'A' },
  'PATCH /api/v1/sources/{source_id}': { name: 'A' },
};
/** What they answer with is at hand. */
const NOT_WAITING = [
  ...['GET /health', 'GET /ready', 'GET /api/v1/settings', 'GET /api/v1/chat/{correlation_id}/trace'],
  ...['GET /metrics', 'GET /v1/models', 'GET /v1/models/docent', 'GET /api/v1/me'],
];
/** What these wait for can be given up before it has an effect, or has none. */
const SIGNALLED = [
  ...['POST /api/v1/search', 'POST /api/v1/suggestions', 'POST /v1/chat/completions'],
  ...['POST /api/v1/chat', 'POST /api/v1/chat/stream', 'DELETE /api/v1/chat/memory'],
  ...['POST /api/v1/ingest/upload', 'POST /api/v1/ingest/batch', 'DELETE /api/v1/ingest/{doc_id}'],
  ...['approve', 'reject', 'reopen'].map((decision) => `POST /api/v1/review/{entry_id}/${decision}`),
];

/** Use-cases that never come to an end and heed no signal; the signals that they are given. */
function stuck() {
  const signals: AbortSignal[] = [];
  let calls = 0;
  const never = (...args: unknown[]) => {
    calls += 1;
    for (const value of args.flatMap((arg) => (typeof arg === 'object' && arg ? Object.values(arg) : [])))
      if (value instanceof AbortSignal) signals.push(value);
    const next = () => new Promise<never>(() => {});
    return Object.assign(next(), { next, [Symbol.asyncIterator]: () => ({ next }) });
  };
  const every = new Proxy({}, { get: () => never });
  const names = ['catalog', 'documentContent', 'documentFeed', 'reindex', 'memory', 'review', 'feedback'];
  const useCases = Object.fromEntries(
    [...names, 'answerQuality', 'originals', 'sharedConversations', 'sources', 'keys', 'auditLog'].map(
      (name) => [name, every],
    ),
  ) as Partial<ServerParts>;
  return {
    parts: {
      ...useCases,
      answerQuestion: never as never,
      ...{
        searchPassages: never as never,
        embedTexts: never as never,
        suggestQuestions: never as never,
        checkModel: never as never,
        corpusSummary: never as never,
      },
    },
    signals,
    calls: () => calls,
  };
}

type Stand = Awaited<ReturnType<typeof openHttpStand>>;

async function operationsOf(stand: Stand): Promise<string[]> {
  const { paths } = (await (await stand.get('/openapi.json')).json()) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => !path.startsWith('/api/') || path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((operation) => !NOT_WAITING.includes(operation));
}

function send(stand: Stand, operation: string, init: RequestInit = {}): Promise<Response> {
  const [method, path] = operation.split(' ') as [string, string];
  const address = path.replace('{model}', 'language').replaceAll(/\{\w+\}/g, 'a');
  const headers = { 'x-api-key': API_KEY, ...(init.headers as Record<string, string> | undefined) };
  if (/\/(?:upload|batch)$/.test(operation)) {
    const body = new FormData();
    body.set('file', new Blob(['A text.']), 'a.txt');
    return stand.get(address, { ...init, method, headers, body });
  }
  const body = JSON_BODIES[operation];
  return stand.get(address, {
    ...init,
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe('every request', () => {
  it('is answered at its deadline, whatever its route waits for', async () => {
    const { parts, calls } = stuck();
    await using stand = await openHttpStand({
      ...parts,
      settings: { questionTimeoutMs: LIMIT_MS, apiKey: API_KEY },
      limits: { requestTimeoutMs: LIMIT_MS, uploadTimeoutMs: LIMIT_MS, followTimeoutMs: LIMIT_MS },
    });
    const operations = await operationsOf(stand);
    assert.ok(operations.length > 25);
    for (const operation of operations) {
      const before = calls();
      const response = await send(stand, operation);
      const body = await response.text();
      assert.equal(response.status, operation.endsWith('/stream') ? 200 : 504, `${operation}: ${body}`);
      assert.match(body, /"code":"deadline_exceeded"/, operation);
      assert.equal(calls(), before + 1, operation);
    }
    for (const path of ['/api/v1/ingest/docs', '/api/v1/ingest/status/a']) {
      const response = await stand.get(path, { headers: { accept: 'text/event-stream' } });
      assert.equal(response.status, 504);
      await response.text();
    }
    assert.deepEqual(stand.errors(), []);
  });

  it('is cut off at its deadline in the middle of an answer', async () => {
    const disk = Promise.withResolvers<void>();
    let isClosed = false;
    const original = async () => ({
      ...{ contentHash: 'a', mediaType: 'text/plain', filename: 'a.txt', bytes: 20, version: 1 },
      async *read() {
        yield Buffer.from('half of it');
        await disk.promise;
      },
      async [Symbol.asyncDispose]() {
        isClosed = true;
      },
    });
    await using stand = await openHttpStand({
      documentContent: { original } as never,
      limits: { uploadTimeoutMs: LIMIT_MS },
    });
    const response = await stand.get('/api/v1/ingest/a/original');
    assert.equal(response.status, 200);
    await assert.rejects(response.text());
    disk.resolve();
    await until(() => isClosed);
  });

  it('aborts what it waits for when its client has left', async () => {
    const { parts, signals, calls } = stuck();
    await using stand = await openHttpStand({
      ...parts,
      settings: { questionTimeoutMs: NEVER_MS, apiKey: API_KEY },
      limits: { requestTimeoutMs: NEVER_MS },
    });
    for (const operation of await operationsOf(stand)) {
      const before = calls();
      const leaving = new AbortController();
      const asked = send(stand, operation, { signal: leaving.signal }).then((response) => response.text());
      await until(() => calls() > before);
      leaving.abort();
      await assert.rejects(asked);
      if (!SIGNALLED.includes(operation)) continue;
      assert.equal(signals.length, 1, operation);
      await until(() => signals[0]!.aborted);
      signals.length = 0;
    }
  });

  it('does not begin when its client left while it was counted', async () => {
    const counted = Promise.withResolvers<void>();
    let counting = 0;
    const { parts, calls } = stuck();
    await using stand = await openHttpStand({
      ...parts,
      settings: { rateLimitPerMinute: 60 },
      counters: {
        async increment() {
          counting += 1;
          await counted.promise;
          return { count: 1, expiresAt: 0 };
        },
      },
    });
    const leaving = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const asked = stand.get('/api/v1/ingest/docs', { headers, signal: leaving.signal });
    await until(() => counting === 1);
    leaving.abort();
    await assert.rejects(asked);
    await stand.timings(1);
    counted.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(calls(), 0);
  });
});
