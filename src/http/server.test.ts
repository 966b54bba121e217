import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { openHttpStand } from '../../test/http-stand.ts';
import { until } from '../../test/until.ts';
import { Problem } from './schemas/problem.ts';

type Stand = Awaited<ReturnType<typeof openHttpStand>>;

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const question = '{"question": "What does a family ticket cost?"}';
const json = { 'content-type': 'application/json' };
const manyBrackets = `{"question": ${'['.repeat(65)}${']'.repeat(65)}}`;

interface Declined {
  what: string;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  status: number;
  code: string;
  /** The fields that are named. */
  errors?: readonly string[];
  detail?: RegExp;
}

/** Bodies of `POST /api/v1/chat` with fields that cannot be accepted. */
const BAD_QUESTIONS: readonly [what: string, body: string, errors: readonly string[], detail?: RegExp][] = [
  ['a JSON body that is no object', '[]', ['body']],
  ['no question', '{}', ['question']],
  ['an empty question', '{"question": ""}', ['question']],
  ['a blank question', '{"question": " \\n"}', ['question']],
  ['a question of the wrong type', '{"question": 7}', ['question']],
  [
    'a question of 2,001 characters',
    JSON.stringify({ question: 'ä'.repeat(2001) }),
    ['question'],
    /at most 2000 characters, not 2001/,
  ],
  ['both names of a question', '{"question": "a", "q": "b"}', ['q']],
  [
    'unknown fields',
    '{"question": "a", "modus": "strict", "__proto__": {}, "filter": {"tag": "x"}}',
    ['filter.tag', 'modus', '__proto__'],
  ],
  ['a number as text', '{"question": "a", "top_k": "5"}', ['top_k']],
  ['top_k out of bounds', '{"question": "a", "top_k": 21}', ['top_k'], /at most 20, not 21/],
  ['top_k with a fraction', '{"question": "a", "top_k": 1.5}', ['top_k']],
  ['score_threshold out of bounds', '{"question": "a", "score_threshold": 1.1}', ['score_threshold']],
  [
    'an unknown mode',
    '{"question": "a", "mode": "loose"}',
    ['mode'],
    /"strict" or "open" or "learning", not "loose"/,
  ],
  ['no language tag', '{"question": "a", "lang": "english!"}', ['lang']],
  ['a bad conversation', '{"question": "a", "conversation_id": "a b"}', ['conversation_id']],
  ['an id that cannot be', '{"question": "a", "filter": {"doc_ids": ["a.b"]}}', ['filter.doc_ids.0']],
];

/** Bodies of `POST /api/v1/ingest` with a field that cannot be accepted. */
const BAD_INGESTS: readonly [what: string, body: string, error: string][] = [
  ['an ingest without URL', '{}', 'url'],
  ['both names of a URL', '{"url": "http://a", "s3_url": "http://a"}', 's3_url'],
  ['tags that are no list', '{"url": "http://a", "tags": "a"}', 'tags'],
];

/** What is asked for by address alone. */
const BAD_ADDRESSES: readonly [what: string, line: string, status: number, code: string, detail?: RegExp][] =
  [
    ['an unknown address', 'GET /nowhere', 404, 'route_not_found'],
    ['an address with a slip', 'POST /api/v1/chats', 404, 'route_not_found', /\/api\/v1\/chat\?/],
    ['another method at the older address', 'PUT /api/chat', 405, 'method_not_allowed'],
    ['a stray % in the address', 'GET /%zz', 400, 'invalid_request'],
    ['a stray % behind a route', 'GET /api/v1/ingest/status/%ff', 400, 'invalid_request'],
    [
      'an overlong cursor of a sorted list',
      `GET /api/v1/ingest/docs?sort=title&cursor=${'a'.repeat(5_000)}`,
      400,
      'invalid_cursor',
    ],
    [
      'an id that no document can have',
      `GET /api/v1/ingest/status/${'a'.repeat(5000)}`,
      404,
      'document_not_found',
    ],
    ['the deletion of an unknown document', 'DELETE /api/v1/ingest/..%2f..%2fetc', 404, 'document_not_found'],
  ];

const NOT_JSON = { status: 400, code: 'invalid_json' };
const INVALID = { status: 422, code: 'validation_failed' };
const OTHER_TYPE = { status: 415, code: 'unsupported_content_type' };
const BAD_USER = { status: 400, code: 'invalid_user_id' };

/** Requests that are declined, and how. */
const DECLINED: readonly Declined[] = [
  ...BAD_QUESTIONS.map(([what, body, errors, detail]) => ({
    ...{ what, body, errors, ...INVALID },
    ...(detail && { detail }),
  })),
  ...BAD_INGESTS.map(([what, body, error]) => ({
    ...{ what, path: '/api/v1/ingest', body, ...INVALID },
    errors: [error],
  })),
  ...BAD_ADDRESSES.map(([what, line, status, code, detail]) => {
    const [method, path] = line.split(' ') as [string, string];
    return { what, method, path, status, code, ...(detail && { detail }) };
  }),
  { what: 'malformed JSON', body: '{"question": ', ...NOT_JSON, detail: /JSON/ },
  { what: 'an empty body', body: '', ...NOT_JSON, detail: /empty/ },
  { what: 'a body that is not UTF-8', body: Uint8Array.of(0x22, 0xff, 0x22), ...NOT_JSON },
  { what: 'JSON nested too deeply', body: manyBrackets, ...NOT_JSON, detail: /64/ },
  { what: 'a user id of 129 characters', headers: { ...json, 'x-user-id': 'a'.repeat(129) }, ...BAD_USER },
  {
    what: 'a body of another type',
    headers: { 'content-type': 'text/plain' },
    ...OTHER_TYPE,
    detail: /application\/json.*text\/plain/,
  },
  {
    what: 'a compressed body',
    headers: { ...json, 'content-encoding': 'gzip' },
    body: gzipSync(question),
    ...OTHER_TYPE,
    detail: /application\/json without Content-Encoding.*Content-Encoding: gzip/,
  },
  { what: 'a garbled content type', headers: { 'content-type': 'json' }, ...OTHER_TYPE },
  { what: 'a form where JSON is taken', headers: {}, body: new FormData(), ...OTHER_TYPE },
  { what: 'JSON where a form is taken', path: '/api/v1/ingest/upload', ...OTHER_TYPE, detail: /multipart/ },
  {
    what: 'a field where none is taken',
    path: '/api/v1/ingest/none/retry',
    body: '{"from": "original"}',
    ...INVALID,
    errors: ['from'],
  },
  {
    what: 'an empty body of whatever type where none is taken, for what is asked alone',
    path: '/api/v1/ingest/none/retry',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
    ...{ status: 404, code: 'document_not_found' },
  },
];

describe('the server rejects', () => {
  let stand: Stand;
  before(async () => {
    stand = await openHttpStand();
  });
  after(() => stand[Symbol.asyncDispose]());

  for (const declined of DECLINED) {
    const {
      what,
      method = 'POST',
      path = '/api/v1/chat',
      headers = json,
      status,
      code,
      errors,
      detail,
    } = declined;
    it(`${what} with ${status} ${code}`, async () => {
      stand.log.length = 0;
      const body = method === 'POST' ? { body: declined.body ?? question } : {};
      const response = await stand.get(path, { method, headers: method === 'POST' ? headers : {}, ...body });
      const problem = Problem.parse(await response.json());
      assert.equal(response.status, status);
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
      assert.equal(problem.code, code);
      assert.equal(problem.type, `/docs/errors#${code}`);
      assert.equal(problem.status, status);
      assert.equal(problem.correlation_id, response.headers.get('x-correlation-id'));
      assert.match(problem.correlation_id, UUID_V7);
      if (errors) assert.deepEqual(problem.errors?.map(({ field }) => field).sort(), [...errors].sort());
      if (detail) assert.match(problem.detail, detail);
      if (status === 405) assert.equal(response.headers.get('allow'), 'POST, OPTIONS');

      const timings = await stand.timings(1);
      assert.equal(timings.length, 1);
      assert.equal(timings[0]!.fields.status, status);
      assert.equal(timings[0]!.fields.method, method);
      assert.equal(timings[0]!.correlationId, problem.correlation_id);
      assert.deepEqual(stand.errors(), []);
    });
  }
});

describe('the server answers bytes that are not an HTTP request', () => {
  let stand: Stand;
  before(async () => {
    stand = await openHttpStand();
  });
  after(() => stand[Symbol.asyncDispose]());

  for (const [what, bytes, status, code] of [
    ['garbage bytes', '\u0000\u0001garbage\r\n\r\n', 400, 'invalid_request'],
    ['a TLS handshake', Uint8Array.of(0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3), 400, 'invalid_request'],
    [
      'headers larger than 16 KB',
      `GET /health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(200_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'an address larger than 16 KB',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'a body in bad chunks',
      'POST /api/v1/chat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'invalid_request',
    ],
    [
      'two lengths of the body',
      'POST /api/v1/chat HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    ...[
      'a\r\nhost: a',
      'a\r\nX: y\r\nHOST: b',
      '',
      'a b',
      'a/b',
      'u@a',
      'a:b',
      'a:65536',
      '[::1',
      'a,b',
      'é',
    ].map(
      (host) =>
        [
          `a Host of ${JSON.stringify(host)}`,
          `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
          400,
          'invalid_request',
        ] as const,
    ),
    ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
  ] as const) {
    it(`${what}: ${status} with a problem, a correlation id and one timing line`, async () => {
      stand.log.length = 0;
      const [head, body] = (await stand.raw(bytes)).split('\r\n\r\n', 2) as [string, string];
      const problem = Problem.parse(JSON.parse(body));
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
      assert.match(head, /^content-type: application\/problem\+json\r?$/im);
      assert.equal(problem.code, code);
      const id = /^x-correlation-id: (.*)$/im.exec(head)?.[1]?.trim();
      assert.equal(id, problem.correlation_id);
      const timings = await stand.timings(1);
      assert.equal(timings.length, 1);
      assert.equal(timings[0]!.fields.status, status);
      assert.equal(timings[0]!.correlationId, id);
    });
  }

  for (const host of ['a', 'docs.example.org:443', '[::1]:8000', '127.0.0.1', 'a_b.', 'a:'])
    it(`takes a Host of ${host}`, async () => {
      const reply = await stand.raw(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      assert.match(reply, /^HTTP\/1.1 200 /);
    });

  it('takes a request of HTTP/1.0 without a Host', async () => {
    assert.match(await stand.raw('GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1.1 200 /);
  });

  it('ignores an expectation that it does not know', async () => {
    const reply = await stand.raw(
      'GET /health HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    );
    assert.match(reply, /^HTTP\/1.1 200 /);
    assert.match(reply, /x-correlation-id: /i);
  });
});

describe('the correlation id', () => {
  let stand: Stand;
  before(async () => {
    stand = await openHttpStand();
  });
  after(() => stand[Symbol.asyncDispose]());

  it('is never that of another request, however many run at the same time', async () => {
    const seen = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const path = n % 3 === 0 ? '/nowhere' : '/api/v1/chat';
        const body = n % 3 === 1 ? '{"question": ' : question;
        const response = await stand.postJson(path, body, { 'x-correlation-id': `id-${n}` });
        const reply = (await response.json()) as {
          correlation_id?: string;
          meta?: { correlation_id: string };
        };
        return [response.headers.get('x-correlation-id'), reply.correlation_id ?? reply.meta?.correlation_id];
      }),
    );
    assert.deepEqual(
      seen,
      Array.from({ length: 100 }, (_, n) => [`id-${n}`, `id-${n}`]),
    );
  });
});

describe('the timing line', () => {
  it('is written for a client that leaves before its answer', async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<unknown>();
    await using stand = await openHttpStand({
      answerQuestion: async function* (_question, { signal }) {
        started.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        aborted.resolve(signal.reason);
        throw signal.reason;
      },
    });
    const controller = new AbortController();
    const request = fetch(`${stand.url}/api/v1/chat`, {
      method: 'POST',
      headers: json,
      body: question,
      signal: controller.signal,
    });
    await started.promise;
    controller.abort();
    await assert.rejects(request);
    assert.equal(((await aborted.promise) as Error).name, 'ClientLeftError');
    const [timing] = await stand.timings(1);
    assert.equal(timing!.fields.status, 499);
    assert.equal(timing!.fields.aborted, true);
    assert.deepEqual(stand.errors(), []);
  });
});

describe('an error of the server itself', () => {
  it('is a 500 without details, and a log line with all of them', async () => {
    await using stand = await openHttpStand({
      // biome-ignore lint/correctness/useYield: it never gets to an event
      answerQuestion: async function* () {
        throw new TypeError('secret /srv/docent/data/documents.db');
      },
    });
    const response = await stand.postJson('/api/v1/chat', question);
    const text = await response.text();
    assert.equal(response.status, 500);
    assert.equal(Problem.parse(JSON.parse(text)).code, 'internal_error');
    assert.doesNotMatch(text, /secret|srv|TypeError/);
    const [line] = stand.log.filter(({ level }) => level === 'error');
    assert.match(String(line!.fields.error), /secret/);
    assert.match(String(line!.fields.stack), /server\.test\.ts/);
    assert.equal(line!.correlationId, response.headers.get('x-correlation-id'));
  });
});

describe('a disk that fails', () => {
  it('is a 503 without a path, and a log line with the error of the disk', async () => {
    await using stand = await openHttpStand();
    await rm(join(stand.folder, 'staging'), { recursive: true });
    const body = new FormData();
    body.set('file', new Blob(['text']), 'a.txt');
    const response = await fetch(`${stand.url}/api/v1/ingest/upload`, { method: 'POST', body });
    assert.equal(response.status, 503);
    assert.doesNotMatch(await response.text(), /ENOENT|staging/);
    const [line] = stand.log.filter(({ level }) => level === 'warn');
    assert.equal(line?.fields.code, 'store_unavailable');
    assert.match(String((line!.fields.error as Error).cause), /ENOENT.*staging/);
    assert.equal(line?.correlationId, response.headers.get('x-correlation-id'));
  });
});

describe('whatever bytes come', () => {
  it('the server rejects them and keeps running', async () => {
    await using stand = await openHttpStand();
    const seeds = [
      `POST /api/v1/chat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${question.length}\r\n\r\n${question}`,
      'GET /api/v1/ingest/docs?limit=5&cursor=abc HTTP/1.1\r\nHost: a\r\n\r\n',
      'POST /api/v1/ingest/upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 76\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n',
    ];
    const change = fc.record({
      at: fc.nat(300),
      drop: fc.nat(8),
      insert: fc.string({ unit: 'binary', maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (seed, changes) => {
          let bytes = seed;
          for (const { at, drop, insert } of changes)
            bytes = bytes.slice(0, at) + insert + bytes.slice(at + drop);
          assert.doesNotMatch(await stand.raw(bytes, { end: true }), /^HTTP\/1.1 5/m);
        },
      ),
      { numRuns: 150 },
    );
    assert.equal((await stand.get('/health')).status, 200);
    assert.deepEqual(stand.errors(), []);
  });
});

describe('a slow sender', () => {
  it('of headers gets 408 when their time is over', async () => {
    await using stand = await openHttpStand({ limits: { headersTimeoutMs: 200 } });
    const reply = await stand.raw('GET /health HTTP/1.1\r\nHost: a\r\n');
    assert.match(reply, /^HTTP\/1.1 408 [\s\S]*"code":"request_timeout"/);
    assert.equal((await stand.timings(1)).length, 1);
  });

  it('of JSON gets 408 when its time is over', async () => {
    await using stand = await openHttpStand({ limits: { jsonTimeoutMs: 100 } });
    const head =
      'POST /api/v1/chat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
    const reply = await stand.raw(head);
    assert.match(reply, /^HTTP\/1.1 408 [\s\S]*"code":"request_timeout"/);
    const timings = await stand.timings(1);
    assert.equal(timings[0]!.fields.status, 408);
  });

  for (const [what, settings, drips] of [
    ['that falls silent', { uploadStallTimeoutMs: 200 }, 0],
    ['that brings too little', { uploadStallTimeoutMs: 200, uploadBytesPerSecondMin: 1_000_000 }, 1],
  ] as const)
    it(`of an upload ${what} gets 408, and nothing of it is stored`, async () => {
      await using stand = await openHttpStand({ settings });
      const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nA text';
      const head =
        'POST /api/v1/ingest/upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n';
      const { port } = new URL(stand.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`${head}Content-Length: 100000\r\n\r\n${form}`);
      const drip = setInterval(() => socket.write('x'.repeat(drips)), 20);
      let reply = '';
      for await (const bytes of socket) reply += bytes;
      clearInterval(drip);
      assert.match(reply, /^HTTP\/1.1 408 [\s\S]*"code":"request_timeout"/);
      assert.equal((await stand.timings(1))[0]!.fields.status, 408);
      await until(() => readdirSync(join(stand.folder, 'staging')).length === 0);
      assert.deepEqual(stand.accepted, []);
    });

  it('of an upload is waited for as long as enough arrives', async () => {
    await using stand = await openHttpStand({
      settings: { uploadStallTimeoutMs: 500, uploadBytesPerSecondMin: 10 },
    });
    const pieces = ['--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'];
    for (let piece = 0; piece < 15; piece++) pieces.push('A text. '.repeat(10));
    pieces.push('\r\n--b--\r\n');
    const body = new ReadableStream({
      async pull(stream) {
        await sleep(100);
        const piece = pieces.shift();
        if (piece === undefined) stream.close();
        else stream.enqueue(Buffer.from(piece));
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    assert.equal((await stand.get('/api/v1/ingest/upload', init)).status, 202);
  });
});

describe('the older paths', () => {
  it('give the same replies, marked as superseded', async () => {
    await using stand = await openHttpStand({ newUuid: () => '2f1d8a3c-9f60-4a53-9d2b-6d6a7c1f0b11' });
    for (const [path, body, status] of [
      ['/chat', question, 200],
      ['/chat', '{}', 422],
      ['/ingest', '{"url": "http://example.org/a.txt", "doc_id": "a"}', 202],
    ] as const) {
      const current = await stand.postJson(`/api/v1${path}`, body, { 'x-correlation-id': 'same' });
      const older = await stand.postJson(`/api${path}`, body, { 'x-correlation-id': 'same' });
      assert.equal(older.status, status);
      assert.deepEqual(await older.json(), await current.json());
      assert.equal(older.headers.get('location'), current.headers.get('location'));
      assert.equal(older.headers.get('deprecation'), '@1795219200');
      assert.equal(older.headers.get('link'), `</api/v1${path}>; rel="successor-version"`);
      assert.equal(current.headers.get('deprecation'), null);
    }
    const otherMethod = await stand.get('/api/chat', { method: 'PUT' });
    assert.equal(otherMethod.status, 405);
    assert.equal(otherMethod.headers.get('deprecation'), '@1795219200');
    const status = await stand.get('/api/ingest/status/a');
    assert.equal(status.status, 200);
    assert.equal(status.headers.get('link'), '</api/v1/ingest/status/a>; rel="successor-version"');
  });
});
