import assert from 'node:assert/strict';
import { assertInvalid, assertProblem, valueAt } from './reply.ts';
import { heldBy, holds, type Row } from './row.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Lists, the ids of requests, and requests that are sent again. */
export const listsAndIds: readonly Row[] = [
  holds('`limit` 1–200, default 50;', async ({ open }) => {
    for (const list of ['ingest/docs', 'review/pending', 'feedback']) {
      for (const limit of [1, 200])
        assert.equal((await open.get(`/api/v1/${list}?limit=${limit}`)).status, 200);
      for (const limit of ['0', '201', '-1', '1.5', 'ten'])
        assertInvalid(await open.get(`/api/v1/${list}?limit=${limit}`), 'limit');
    }
    const api = await open.get('/openapi.json');
    for (const list of ['ingest/docs', 'review/pending', 'feedback']) {
      const { parameters } = valueAt(api.at('paths'), `/api/v1/${list}.get`) as { parameters: unknown[] };
      const limit = parameters.find((parameter) => valueAt(parameter, 'name') === 'limit');
      assert.equal(valueAt(limit, 'schema.default'), 50, list);
    }
    await Promise.all(Array.from({ length: 51 }, () => open.post('/api/v1/feedback', { rating: 'down' })));
    assert.equal((await open.get('/api/v1/feedback?rating=down')).list('feedback').length, 50);
  }),
  holds('`cursor` opaque;', async ({ open }) => {
    const page = await open.get('/api/v1/ingest/docs?limit=1');
    // Nothing in it has to be escaped, so it can be passed on as it stands.
    assert.match(page.word('next_cursor'), /^[A-Za-z0-9_-]+$/);
  }),
  heldBy(
    [
      '→ `{docs, next_cursor, total}`',
      '→ `{pending, next_cursor, total}`',
      '→ `{feedback, next_cursor, total}`',
    ],
    'body `{<name>: [...], next_cursor: string|null, total}`;',
  ),
  holds(
    ['stable under concurrent inserts and deletes (keyset, never offset);', 'newest first.'],
    async ({ open }) => {
      const add = (n: number) =>
        open.upload({ name: `paged-${n}.txt`, text: `Page ${n}.` }, { tags: 'paged', doc_id: `paged-${n}` });
      for (const n of [1, 2, 3, 4, 5]) await add(n);
      const first = await open.get('/api/v1/ingest/docs?tag=paged&limit=2');
      await add(6);
      await open.call('DELETE', '/api/v1/ingest/paged-5');
      await open.call('DELETE', '/api/v1/ingest/paged-2');
      const second = await open.get(
        `/api/v1/ingest/docs?tag=paged&limit=2&cursor=${first.word('next_cursor')}`,
      );
      const ids = [first, second].map((page) => page.list('docs.*.doc_id'));
      assert.deepEqual(ids, [
        ['paged-5', 'paged-4'],
        ['paged-3', 'paged-1'],
      ]);
      assert.equal(second.at('next_cursor'), null);
    },
  ),
  holds(
    'an incoming `X-Correlation-Id` is kept if it is 1–128 visible ASCII characters, otherwise replaced (never rejected, never able to inject into a log);',
    async ({ open }) => {
      for (const kept of ['!', '~', 'a'.repeat(128), 'ticket/42?x=[1]"{}<>\\'])
        assert.equal(
          (await open.get('/health', { 'x-correlation-id': kept })).headers.get('x-correlation-id'),
          kept,
        );
      for (const replaced of ['', 'a b', 'a\tb', 'é', 'a'.repeat(129)]) {
        const reply = await open.get('/health', { 'x-correlation-id': replaced });
        assert.deepEqual([reply.status, UUID_V7.test(reply.headers.get('x-correlation-id')!)], [200, true]);
      }
    },
  ),
  holds('generated ids are UUIDv7.', async ({ open }) => {
    for (const path of ['/health', '/nothing-here'])
      assert.match((await open.get(path)).headers.get('x-correlation-id')!, UUID_V7);
  }),
  holds(
    'Every response carries `X-Correlation-Id` and `X-RateLimit-*`, errors and streams too.',
    async ({ open }) => {
      // `call` looks for all four of them.
      for (const path of [
        '/health',
        '/ready',
        '/docs',
        '/docs/static/index.html',
        '/docs/errors',
        '/openapi.json',
        '/nothing-here',
        '/api/v1/chat',
      ])
        await open.get(path);
      for (const method of ['OPTIONS', 'HEAD', 'PUT', 'PATCH'])
        await open.call(method, '/api/v1/ingest/docs');
      await open.post('/api/v1/chat/stream', { question: 'hello' });
      await open.call('GET', '/api/v1/ingest/status/castle', { headers: { accept: 'text/event-stream' } });
      for (const bytes of [
        'nonsense\r\n\r\n',
        // What follows cannot be parsed, while the request before it is being declined.
        'GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n{}',
        'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
        `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      ]) {
        const reply = (await open.raw(bytes)).split('\r\n\r\n', 1)[0]!;
        for (const name of ['correlation-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
          assert.match(reply, new RegExp(`^x-${name}: \\S+\\r?$`, 'm'));
      }
    },
  ),
  holds('`POST` accepts `Idempotency-Key` on ingest and feedback.', async ({ open, keyed }) => {
    const bodies = [
      ['/api/v1/ingest', { url: 'http://docs.example.org/twice.txt' }],
      ['/api/v1/feedback', { rating: 'up' }],
    ] as const;
    for (const service of [open, keyed]) {
      for (const [path, body] of bodies) {
        const headers = { 'idempotency-key': `once ${path}`.replaceAll(' ', '-') };
        const first = await service.post(path, body, headers);
        const again = await service.post(path, body, headers);
        assert.deepEqual([again.status, again.text], [first.status, first.text]);
        assertProblem(
          await service.post(
            path,
            { ...body, ...('url' in body ? { title: 'B' } : { reason: 'B' }) },
            headers,
          ),
          422,
          'idempotency_key_reused',
        );
      }
    }
    const [first, again] = [1, 2].map(() =>
      open.upload({ name: 'twice.txt', text: 'Sent twice.' }, {}, { 'idempotency-key': 'upload-once' }),
    );
    // At the same time: the second gets the reply of the first, or is told to come back for it.
    const [one, other] = [(await first)!, (await again)!];
    if (other.status === 409) assert.ok(other.headers.get('retry-after'));
    else assert.equal(other.text, one.text);
    assertProblem(
      await open.post('/api/v1/feedback', { rating: 'up' }, { 'idempotency-key': 'a b' }),
      400,
      'invalid_idempotency_key',
    );
  }),
];
