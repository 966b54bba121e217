import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuardedFetch } from '../../src/adapters/fetching/guarded-fetch.ts';
import { openHttpStand } from '../http-stand.ts';
import { failsWith } from '../model-servers/behaviour.ts';
import { serveHttp } from '../serve-http.ts';
import { API_KEY } from './bench.ts';
import { assertInvalid, assertProblem, type Reply } from './reply.ts';
import { heldBy, holds, type Row } from './row.ts';
import type { Service } from './service.ts';
import { getFrom } from './stand.ts';
import { POOL_QUESTION, startWithModel } from './with-model.ts';

/** What a refusal looks like, and which there are. */
export const errors: readonly Row[] = [
  holds(
    'RFC 9457 `application/problem+json` everywhere, 404/405/413/415/429/5xx and malformed JSON included:',
    async ({ open }) => {
      // `call` looks at every reply of all rows; these come before there is a request.
      for (const bytes of [
        'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
        'nonsense\r\n\r\n',
        `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      ])
        assert.match(
          await open.raw(bytes),
          /^HTTP\/1\.1 4\d\d [\s\S]*content-type: application\/problem\+json\r/,
        );
    },
  ),
  holds(
    '`{type, title, status, detail, code, correlation_id, errors?: [{field, message}]}`.',
    async ({ open }, fields) => {
      const invalid = await open.ask('', { top_k: 0 });
      assert.deepEqual(Object.keys(invalid.at() as object), fields);
      for (const error of invalid.list('errors'))
        assert.deepEqual(Object.keys(error as object), ['field', 'message']);
      const { errors: _, ...others } = invalid.at() as Record<string, unknown>;
      const problem = await open.get('/nothing-here');
      assert.deepEqual(Object.keys(problem.at() as object), Object.keys(others));
    },
  ),
  holds(
    ['`code` is a stable snake_case word;', '`type` is a URI that the docs explain.'],
    async ({ open }) => {
      const explained = (await open.get('/docs/errors')).text;
      for (const reply of await everyRefusal(open)) {
        assert.match(reply.word('code'), /^[a-z]+(_[a-z]+)*$/);
        assert.equal(reply.at('type'), `/docs/errors#${reply.at('code')}`);
        assert.ok(explained.includes(`<a id="${reply.at('code')}"></a>`), reply.word('code'));
      }
    },
  ),
  holds('No stack, no internal path, no upstream body ever leaks.', async () => {
    await using stand = await openHttpStand({
      // biome-ignore lint/correctness/useYield: it never gets to an event
      answerQuestion: async function* () {
        throw new Error('SQLITE_CORRUPT: /srv/docent/data/docent.db is malformed');
      },
    });
    const reply = await getFrom(stand, '/api/v1/chat', POST_HELLO);
    assertProblem(reply, 500, 'internal_error');
    assert.doesNotMatch(reply.text, /SQLITE|srv|malformed/);
    await using upstream = await serveHttp((_request, response) =>
      response.writeHead(500).end('secret of the upstream'),
    );
    const { download } = createGuardedFetch({ allowedHosts: ['*'], allowAddress: () => true });
    const failed = await download(`${upstream.url}/a`, {
      signal: AbortSignal.timeout(60_000),
    }).catch(String);
    assert.doesNotMatch(String(failed), /secret/);
  }),
  holds("400 what can't be parsed (JSON, `X-User-Id`, cursor)", async ({ open }) => {
    for (const body of [
      '',
      '{',
      '{"question": "a"} x',
      '"\\ud8',
      'null x',
      '[',
      `${'['.repeat(100)}${']'.repeat(100)}`,
    ])
      assertProblem(await open.post('/api/v1/chat', body), 400, 'invalid_json');
    assertProblem(await open.ask('hello', {}, { 'x-user-id': 'a b' }), 400, 'invalid_user_id');
    for (const list of ['review/pending', 'feedback'])
      assertProblem(await open.get(`/api/v1/${list}?cursor=x`), 400, 'invalid_cursor');
    for (const cursor of ['', 'x', '%00', 'YmVmb3JlOi0x', '🙂', 'x'.repeat(5_000)])
      assertProblem(await open.get(`/api/v1/ingest/docs?cursor=${cursor}`), 400, 'invalid_cursor');
  }),
  heldBy('Authentication uses the header', '401 key missing or wrong (`WWW-Authenticate`)'),
  holds('404 unknown id or route', async ({ open }) => {
    assertProblem(await open.get('/api/v1/ingest/status/nobody'), 404, 'document_not_found');
    assertProblem(await open.call('DELETE', '/api/v1/ingest/nobody'), 404, 'document_not_found');
    for (const path of [
      '/api',
      '/api/v1',
      '/api/v2/chat',
      '/api/v1/chat/',
      '//health',
      '/docs/static/none.css',
      '/docs/static/..%5c..%5cpackage.json',
      '/docs/static/%00',
      '/health/x',
    ])
      assertProblem(await open.get(path), 404, 'route_not_found');
  }),
  holds('405 with `Allow`', async ({ open }) => {
    for (const [method, path, allow] of [
      ['GET', '/api/v1/chat', 'POST, OPTIONS'],
      ['PUT', '/api/v1/ingest/docs', 'DELETE, GET, HEAD, PATCH, OPTIONS'],
      ['POST', '/health', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/api/v1/feedback', 'GET, HEAD, POST, OPTIONS'],
    ] as const) {
      const reply = await open.call(method, path);
      assertProblem(reply, 405, 'method_not_allowed');
      assert.equal(reply.headers.get('allow'), allow, path);
    }
  }),
  heldBy('A decided entry: 409', '409 a state that forbids it'),
  holds('413 too large', async ({ open }) => {
    assertProblem(
      await open.post('/api/v1/feedback', `{"rating":"${'x'.repeat(1_048_576)}"}`),
      413,
      'body_too_large',
    );
    const mostText = 'a '.repeat(524_288);
    assert.equal((await open.upload({ name: 'most.txt', text: mostText })).status, 202);
    const reply = await open.upload({ name: 'more.txt', text: `${mostText}a` });
    assertProblem(reply, 413, 'file_too_large');
    assert.match(reply.word('detail'), /1 MB/);
  }),
  holds('415 wrong type (extension, magic bytes, content type)', async ({ open }) => {
    const text = 'Some text.';
    for (const file of [
      ...['a.exe', 'a.js', 'a', 'a.pdf.exe', 'a.png', 'a.doc'].map((name) => ({ name, text })),
      ...['a.pdf', 'a.docx', 'a.xlsx', 'a.epub'].map((name) => ({ name, text })),
      ...[' %PDF-1.7', '\u0000%PDF-1.7', '%pdf-1.7'].map((bytes) => ({ name: 'a.pdf', text: bytes })),
      { name: 'a.txt', text: '%PDF-1.7' },
    ])
      assertProblem(await open.upload(file), 415, 'unsupported_file_type');
    assertProblem(await open.post('/api/v1/ingest/upload', { file: 'a' }), 415, 'unsupported_content_type');
  }),
  holds('422 well-formed but invalid (field errors;', async ({ open }) => {
    assertInvalid(await open.post('/api/v1/chat', { question: 7, top_k: 'many' }), 'question', 'top_k');
    assertInvalid(await open.post('/api/v1/feedback', {}), 'rating');
    assertInvalid(await open.get('/api/v1/ingest/docs?limit=201&status=ready'), 'limit', 'status');
  }),
  heldBy('A target that is plainly forbidden', 'blocked download target: code `url_not_allowed`)'),
  heldBy('| Request rate |', '429'),
  holds('502 the model provider failed', async () => {
    await using stand = await startWithModel({ FALLBACK: 'error' });
    stand.provider.answer(failsWith(500, { message: 'secret words of the provider' }));
    const reply = await stand.service.ask(POOL_QUESTION);
    assertProblem(reply, 502, 'model_failed');
    assert.ok(!reply.text.includes('secret'));
  }),
  heldBy('`/ready`: 200', '503 a store is down (`Retry-After`)'),
  holds('504 a deadline passed.', async () => {
    await using stand = await openHttpStand({
      settings: { questionTimeoutMs: 50 },
      // biome-ignore lint/correctness/useYield: it never gets to an event
      answerQuestion: async function* () {
        await sleep(1_000, undefined, { ref: false });
      },
    });
    assertProblem(await getFrom(stand, '/api/v1/chat', POST_HELLO), 504, 'deadline_exceeded');
  }),
  holds(
    'An unknown body field is a 422 that names it (a typo must not be silently ignored).',
    async ({ open, synthesize }) => {
      assertInvalid(await open.ask('hello', { topk: 3 }), 'topk');
      assertInvalid(await open.ask('hello', { filter: { tag: 'a' } }), 'filter.tag');
      assertInvalid(
        await open.post('/api/v1/ingest', { url: 'http://docs.example.org/a.txt', ttl: 1 }),
        'ttl',
      );
      assertInvalid(await open.upload({ name: 'a.txt', text: 'Some text.' }, { titel: 'A' }), 'titel');
      assertInvalid(await open.post('/api/v1/feedback', { rating: 'up', rateing: 'up' }), 'rateing');
      const { entryId } = await synthesize(open);
      for (const decision of ['approve', 'reject'])
        assertInvalid(await open.post(`/api/v1/review/${entryId}/${decision}`, { notes: 'a' }), 'notes');
    },
  ),
];

const POST_HELLO = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': API_KEY },
  body: '{"question":"hello"}',
} as const;

/** One reply of each code that a client of a healthy server can bring about by itself. */
async function everyRefusal({ get, post, call, ask, upload }: Service): Promise<Reply[]> {
  const text = 'Some text.';
  return [
    await post('/api/v1/chat', '{'),
    await ask('hello', {}, { 'x-user-id': 'a b' }),
    await get('/api/v1/ingest/docs?cursor=x'),
    await post('/api/v1/feedback', { rating: 'up' }, { 'idempotency-key': '' }),
    await get('/nothing-here'),
    await get('/api/v1/ingest/status/nobody'),
    await call('POST', '/api/v1/review/nobody/approve'),
    await call('PUT', '/health'),
    await upload({ name: 'a.txt', text: 'a '.repeat(600_000) }),
    await post('/api/v1/chat', 'x'.repeat(1_100_000)),
    await post('/api/v1/chat', 'hello', { 'content-type': 'text/plain' }),
    await upload({ name: 'a.exe', text }),
    await upload({ name: 'a.txt', text: '' }),
    await ask(''),
    await post('/api/v1/ingest', { url: 'http://127.0.0.1/' }),
  ];
}
