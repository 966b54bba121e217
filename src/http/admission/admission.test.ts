import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { Problem } from '../schemas/problem.ts';

type Stand = Awaited<ReturnType<typeof openHttpStand>>;

const KEY = 'correct-horse-battery-staple';
const json = { 'content-type': 'application/json' };
const question = JSON.stringify({ question: 'What does a family ticket cost?' });
const FIGURES = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** Operations that need the key, also where only deletion does; in both spellings of each address. */
const KEYED = [
  ['DELETE', '/ingest/none'],
  ['PATCH', '/ingest/none'],
  ['POST', '/ingest'],
  ['POST', '/ingest/upload'],
  ['GET', '/ingest/status/none'],
  ['HEAD', '/ingest/docs'],
  // The matched route counts, not the spelling.
  ['GET', '/ingest/%64ocs'],
  ['GET', '/ingest/docs?X-API-Key=correct-horse-battery-staple'],
] as const;
const WRONG_KEYS = [undefined, '', 'wrong', `${KEY}x`, KEY.slice(0, -1), KEY.toUpperCase(), `${KEY}, ${KEY}`];

async function ask(stand: Stand, method: string, path: string, key: string | undefined) {
  const headers = { ...(method === 'POST' ? json : {}), ...(key !== undefined && { 'x-api-key': key }) };
  // A body that cannot be read: who comes without the key must not even learn that.
  const response = await stand.get(path, { method, headers, ...(method === 'POST' && { body: '{' }) });
  const text = await response.text();
  return { response, text, status: response.status };
}

describe('the API key', () => {
  describe('with REQUIRE_AUTH_FOR_INGEST', () => {
    let stand: Stand;
    before(async () => {
      stand = await openHttpStand({ settings: { apiKey: KEY, requireAuthForIngest: true } });
    });
    after(() => stand[Symbol.asyncDispose]());

    for (const [method, path] of KEYED.flatMap(([method, path]) =>
      ['/api/v1', '/api'].map((prefix) => [method, prefix + path] as const),
    )) {
      it(`is needed for ${method} ${path}, before anything else is looked at`, async () => {
        for (const key of WRONG_KEYS) {
          const { response, text, status } = await ask(stand, method, path, key);
          assert.equal(status, 401, String(key));
          assert.match(response.headers.get('www-authenticate')!, /^ApiKey realm=/);
          if (method !== 'HEAD') assert.equal(Problem.parse(JSON.parse(text)).code, 'invalid_api_key');
          assert.ok(!text.includes(KEY));
        }
        assert.notEqual((await ask(stand, method, path, KEY)).status, 401);
      });
    }

    it('is not needed for probes, pages, questions and unknown URLs', async () => {
      for (const path of ['/health', '/ready', '/docs', '/openapi.json', '/nowhere'])
        assert.notEqual((await ask(stand, 'GET', path, undefined)).status, 401, path);
      assert.notEqual((await ask(stand, 'POST', '/api/v1/chat', undefined)).status, 401);
      assert.notEqual((await ask(stand, 'DELETE', '/api/v1/chat/memory', undefined)).status, 401);
      assert.equal((await ask(stand, 'PUT', '/api/v1/ingest/none', undefined)).status, 405);
    });

    it('is in no line of the log', () => {
      assert.ok(stand.log.length > 10);
      assert.ok(!JSON.stringify(stand.log).includes(KEY));
    });
  });

  it('protects everything that has an effect', async () => {
    await using stand = await openHttpStand({ settings: { apiKey: KEY, requireAuthForIngest: true } });
    const body = JSON.stringify({ url: 'http://example.org/a.txt', doc_id: 'a' });
    assert.equal((await stand.postJson('/api/v1/ingest', body)).status, 401);
    assert.deepEqual(stand.accepted, []);
    assert.equal((await stand.postJson('/api/v1/ingest', body, { 'x-api-key': KEY })).status, 202);
    assert.equal((await stand.get('/api/v1/ingest/a', { method: 'DELETE' })).status, 401);
    const status = await stand.get('/api/v1/ingest/status/a', { headers: { 'x-api-key': KEY } });
    assert.equal(status.status, 200);
  });
});

describe('the rate limit', () => {
  it('lets exactly 60 of 180 simultaneous requests of every kind through', async () => {
    await using stand = await openHttpStand({ settings: { rateLimitPerMinute: 60 } });
    const kinds = [
      () => stand.get('/health'),
      () => stand.get('/nowhere'),
      () => stand.get('/api/v1/chat'),
      () => stand.get('/ready'),
      () => stand.postJson('/api/chat', question),
      () => stand.get('/%zz'),
    ];
    const responses = await Promise.all(Array.from({ length: 180 }, (_, i) => kinds[i % kinds.length]!()));
    const refused = responses.filter(({ status }) => status === 429);
    assert.equal(refused.length, 120);
    for (const response of responses) {
      for (const name of FIGURES) assert.match(response.headers.get(name) ?? '', /^\d+$/, name);
      await response.arrayBuffer();
    }
    for (const { headers } of refused) {
      assert.match(headers.get('retry-after')!, /^([1-9]|[1-5]\d|60)$/);
      assert.equal(headers.get('x-ratelimit-remaining'), '0');
      assert.equal(headers.get('content-type'), 'application/problem+json');
    }
    const left = responses.filter(({ status }) => status !== 429);
    assert.deepEqual(
      left.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, i) => i),
    );
  });

  it('sends its figures on streams, errors and invalid requests', async () => {
    await using stand = await openHttpStand({ settings: { rateLimitPerMinute: 5 } });
    const stream = await stand.postJson('/api/v1/chat/stream', question);
    const refused = await stand.postJson('/api/v1/chat', '{');
    for (const [response, remaining] of [
      [stream, '4'],
      [refused, '3'],
    ] as const) {
      assert.equal(response.headers.get('x-ratelimit-limit'), '5');
      assert.equal(response.headers.get('x-ratelimit-remaining'), remaining);
      await response.text();
    }
    assert.match(
      await stand.raw('garbage\r\n\r\n'),
      /^HTTP\/1.1 400 [\s\S]*\r\nx-ratelimit-remaining: 2\r\n/i,
    );
    const chunks = await stand.raw(
      'POST /api/v1/chat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    );
    assert.match(chunks, /^HTTP\/1.1 400 [\s\S]*\r\nx-ratelimit-remaining: 1\r\n/i);
    await stand.raw('garbage\r\n\r\n');
    assert.match(await stand.raw('garbage\r\n\r\n'), /^HTTP\/1.1 429 [\s\S]*\r\nretry-after: \d+\r\n/i);
  });
});

describe('pages of other origins', () => {
  const APP = 'https://app.example.org';
  /** Some of those that OpenAI's SDK sends. */
  const SDK_HEADERS = 'authorization,content-type,x-stainless-os,x-stainless-runtime';
  const preflight = (origin: string) => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': SDK_HEADERS,
    },
  });

  it('may use the API when listed, and read its headers on every response', async () => {
    await using stand = await openHttpStand({ settings: { corsOrigins: [APP], rateLimitPerMinute: 3 } });
    const asked = await stand.get('/api/v1/chat', preflight(APP));
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get('access-control-allow-origin'), APP);
    assert.equal(asked.headers.get('access-control-allow-methods'), 'POST');
    assert.equal(asked.headers.get('access-control-allow-headers'), SDK_HEADERS);
    assert.equal(asked.headers.get('access-control-allow-credentials'), null);

    const answered = [
      await stand.postJson('/api/v1/chat/stream', question, { origin: APP }),
      await stand.get('/nowhere', { headers: { origin: APP } }),
      await stand.get('/health', { headers: { origin: APP } }),
    ];
    assert.deepEqual(
      answered.map(({ status }) => status),
      [200, 404, 429],
    );
    for (const response of answered) {
      assert.equal(response.headers.get('access-control-allow-origin'), APP);
      assert.match(response.headers.get('vary')!, /^Origin\b/);
      const exposed = response.headers.get('access-control-expose-headers')!.split(', ');
      for (const name of ['X-Correlation-Id', 'X-RateLimit-Reset', 'Location', 'Retry-After']) {
        assert.ok(exposed.includes(name), name);
      }
      await response.text();
    }
  });
});

describe('OPTIONS', () => {
  it('lists the methods of a URL, and reports an unknown one', async () => {
    await using stand = await openHttpStand();
    for (const [path, allow] of [
      ['/health', 'GET, HEAD, OPTIONS'],
      ['/api/v1/ingest/some-document', 'DELETE, PATCH, OPTIONS'],
      ['/api/chat', 'POST, OPTIONS'],
    ] as const) {
      const response = await stand.get(path, { method: 'OPTIONS' });
      assert.equal(response.status, 204);
      assert.equal(response.headers.get('allow'), allow);
      assert.ok(response.headers.get('x-correlation-id'));
    }
    assert.equal((await stand.get('/nowhere', { method: 'OPTIONS' })).status, 404);
    assert.match(
      await stand.raw('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
      /^HTTP\/1.1 204 /,
    );
  });
});

describe('every response', () => {
  it('forbids browsers to sniff, load, frame and cache; pages have a policy of their own', async () => {
    await using stand = await openHttpStand();
    for (const response of [
      await stand.get('/health'),
      await stand.get('/nowhere'),
      await stand.postJson('/api/v1/chat', question),
      await stand.postJson('/api/v1/chat/stream', question),
      await stand.get('/openapi.json'),
    ]) {
      assert.match(response.headers.get('content-security-policy')!, /^default-src 'none';/);
      assert.match(response.headers.get('cache-control')!, /^no-(store|cache)$/);
      await response.text();
    }
    for (const path of ['/health', '/docs', '/docs/errors']) {
      const { headers } = await stand.get(path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('strict-transport-security'), null);
    }
    assert.match(await stand.raw('garbage\r\n\r\n'), /\r\nx-content-type-options: nosniff\r\n/);
  });
});

describe('DELETE', () => {
  it('may name a type for the body that it does not have', async () => {
    await using stand = await openHttpStand();
    const response = await stand.get('/api/v1/ingest/none', { method: 'DELETE', headers: json });
    assert.equal(response.status, 404);
  });
});
