import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuardedFetch } from '../../src/adapters/guarded-fetch.ts';
import { openHttpStand } from '../http-stand.ts';
import { API_KEY, QUESTION } from './bench.ts';
import { assertInvalid, assertProblem, type Reply, valueAt } from './reply.ts';
import { type Chapter, holds, later, saysNothing } from './row.ts';
import type { Service } from './service.ts';
import { failing, getFrom } from './stand.ts';
import { blocked } from './targets.ts';

const document = 'contract.md';
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const RFC_3339_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export const preface: Chapter = {
  document,
  section: '',
  rows: [
    saysNothing('is the specification: every sentence of it holds.', 'This page decides what it leaves open'),
    holds(
      'Where both are silent, do what a user of a good HTTP API would expect, and write it into the OpenAPI document.',
      async ({ open }) => {
        const { paths } = (await open.get('/openapi.json')).at() as { paths: Record<string, object> };
        for (const [path, operations] of Object.entries(paths)) {
          for (const method of Object.keys(operations)) {
            const reply = await open.call(method.toUpperCase(), path.replace(/\{\w+\}/g, 'nobody'));
            assert.notEqual(reply.status, 405, `${method} ${path}`);
            if (reply.status === 404)
              assert.notEqual(reply.at('code'), 'route_not_found', `${method} ${path}`);
          }
        }
      },
    ),
    holds(
      'The OpenAPI 3.1 document is generated from the same schemas that validate requests: one source of truth.',
      async ({ open }) => {
        const api = await open.get('/openapi.json');
        assert.match(api.word('openapi'), /^3\.1\./);
        const bounds = api.at('components.schemas.ChatRequest.properties') as Record<
          string,
          { maximum: number; maxLength: number }
        >;
        const { top_k, question } = bounds;
        assert.equal((await open.ask('hello', { top_k: top_k!.maximum })).status, 200);
        assertInvalid(await open.ask('hello', { top_k: top_k!.maximum + 1 }), 'top_k');
        assert.equal((await open.ask('é'.repeat(question!.maxLength))).status, 200);
        assertInvalid(await open.ask('é'.repeat(question!.maxLength + 1)), 'question');
      },
    ),
  ],
};

export const conventions: Chapter = {
  document,
  section: 'Conventions',
  rows: [
    holds('JSON field names are snake_case.', async ({ open, synthesize }) => {
      await synthesize(open);
      const replies = [
        await open.ask(QUESTION),
        await open.get('/api/v1/ingest/docs'),
        await open.get('/api/v1/review/pending'),
        await open.get('/health'),
        await open.get('/nothing-here'),
      ];
      for (const reply of replies)
        for (const name of namesIn(reply.at())) assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    }),
    holds('Times are RFC 3339 UTC strings.', async ({ open, synthesize }) => {
      await synthesize(open);
      await open.post('/api/v1/feedback', { rating: 'up' });
      const times = [
        (await open.get('/api/v1/ingest/docs')).at('docs.0.created_at'),
        (await open.get('/api/v1/ingest/docs')).at('docs.0.updated_at'),
        (await open.get('/api/v1/review/pending')).at('pending.0.created_at'),
        (await open.get('/api/v1/feedback')).at('feedback.0.created_at'),
      ];
      for (const time of times) assert.match(String(time), RFC_3339_UTC);
    }),
    saysNothing('Ids are opaque to clients.'),
    holds(
      'RFC 9457 `application/problem+json` everywhere, 404/405/413/415/429/5xx and malformed JSON included:',
      async ({ open, limited, nextClient }) => {
        assertProblem(await open.get('/nothing-here'), { status: 404 });
        assertProblem(await open.call('PUT', '/api/v1/chat'), { status: 405 });
        assertProblem(await open.post('/api/v1/chat', `{"question":"${'x'.repeat(1_100_000)}"}`), {
          status: 413,
        });
        assertProblem(await open.post('/api/v1/chat', 'hello', { 'content-type': 'text/plain' }), {
          status: 415,
        });
        const headers = { 'x-forwarded-for': nextClient() };
        await Promise.all(Array.from({ length: 60 }, () => limited.get('/health', headers)));
        assertProblem(await limited.get('/health', headers), { status: 429 });
        await using stand = await openHttpStand({
          // biome-ignore lint/correctness/useYield: it never gets to an event
          answerQuestion: async function* () {
            throw new TypeError('a bug');
          },
        });
        assertProblem(await getFrom(stand, '/api/v1/chat', POST_HELLO), {
          status: 500,
          code: 'internal_error',
        });
        assertProblem(await open.post('/api/v1/chat', '{"question": '), {
          status: 400,
          code: 'invalid_json',
        });
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
      async ({ open }) => {
        const problem = await open.get('/nothing-here');
        assert.deepEqual(Object.keys(problem.at() as object), [
          'type',
          'title',
          'status',
          'detail',
          'code',
          'correlation_id',
        ]);
        const invalid = await open.ask('', { top_k: 0 });
        assert.deepEqual(Object.keys(invalid.at() as object), [
          'type',
          'title',
          'status',
          'detail',
          'code',
          'correlation_id',
          'errors',
        ]);
        for (const error of invalid.list('errors'))
          assert.deepEqual(Object.keys(error as object), ['field', 'message']);
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
      assertProblem(reply, { status: 500 });
      assert.doesNotMatch(reply.text, /SQLITE|srv|malformed/);
      const upstream = createServer((_request, response) =>
        response.writeHead(500).end('secret of the upstream'),
      );
      await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
      const { port } = upstream.address() as AddressInfo;
      const { download } = createGuardedFetch({ allowedHosts: ['*'], allowAddress: () => true });
      const failed = await download(`http://127.0.0.1:${port}/a`, {
        signal: AbortSignal.timeout(5_000),
      }).catch(String);
      upstream.close();
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
        assertProblem(await open.post('/api/v1/chat', body), { status: 400, code: 'invalid_json' });
      assertProblem(await open.ask('hello', {}, { 'x-user-id': 'a b' }), {
        status: 400,
        code: 'invalid_user_id',
      });
      for (const cursor of ['x', '%00', 'YmVmb3JlOi0x', '🙂'])
        assertProblem(await open.get(`/api/v1/ingest/docs?cursor=${cursor}`), {
          status: 400,
          code: 'invalid_cursor',
        });
    }),
    holds('401 key missing or wrong (`WWW-Authenticate`)', async ({ keyed }) => {
      for (const key of ['', 'wrong']) {
        const reply = await keyed.get('/api/v1/feedback', { 'x-api-key': key });
        assertProblem(reply, { status: 401, code: 'invalid_api_key' });
        assert.match(reply.headers.get('www-authenticate')!, /X-API-Key/);
      }
    }),
    holds('404 unknown id or route', async ({ open }) => {
      assertProblem(await open.get('/api/v1/ingest/status/nobody'), {
        status: 404,
        code: 'document_not_found',
      });
      assertProblem(await open.call('DELETE', '/api/v1/ingest/nobody'), {
        status: 404,
        code: 'document_not_found',
      });
      for (const decision of ['approve', 'reject'])
        assertProblem(await open.call('POST', `/api/v1/review/nobody/${decision}`), {
          status: 404,
          code: 'review_entry_not_found',
        });
      for (const path of [
        '/',
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
        assertProblem(await open.get(path), { status: 404, code: 'route_not_found' });
    }),
    holds('405 with `Allow`', async ({ open }) => {
      for (const [method, path, allow] of [
        ['GET', '/api/v1/chat', 'POST, OPTIONS'],
        ['PUT', '/api/v1/ingest/docs', 'DELETE, GET, HEAD, OPTIONS'],
        ['POST', '/health', 'GET, HEAD, OPTIONS'],
        ['DELETE', '/api/v1/feedback', 'GET, HEAD, POST, OPTIONS'],
      ] as const) {
        const reply = await open.call(method, path);
        assertProblem(reply, { status: 405, code: 'method_not_allowed' });
        assert.equal(reply.headers.get('allow'), allow, path);
      }
    }),
    holds('409 a state that forbids it', async ({ open, synthesize }) => {
      const { entryId } = await synthesize(open);
      assert.equal((await open.call('POST', `/api/v1/review/${entryId}/reject`)).status, 200);
      assertProblem(await open.call('POST', `/api/v1/review/${entryId}/approve`), {
        status: 409,
        code: 'review_already_decided',
      });
    }),
    holds('413 too large', async ({ open }) => {
      assertProblem(await open.post('/api/v1/feedback', `{"rating":"${'x'.repeat(1_048_576)}"}`), {
        status: 413,
        code: 'body_too_large',
      });
      assertProblem(await open.upload({ name: 'a.txt', text: 'a '.repeat(524_289) }), {
        status: 413,
        code: 'file_too_large',
      });
    }),
    holds('415 wrong type (extension, magic bytes, content type)', async ({ open }) => {
      assertProblem(await open.upload({ name: 'a.exe', text: 'Some text.' }), {
        status: 415,
        code: 'unsupported_file_type',
      });
      for (const name of ['a.pdf', 'a.docx', 'a.xlsx', 'a.epub'])
        assertProblem(await open.upload({ name, text: 'Some text.' }), {
          status: 415,
          code: 'unsupported_file_type',
        });
      assertProblem(await open.upload({ name: 'a.txt', text: '%PDF-1.7' }), {
        status: 415,
        code: 'unsupported_file_type',
      });
      assertProblem(
        await open.post('/api/v1/chat', 'q=hello', { 'content-type': 'application/x-www-form-urlencoded' }),
        { status: 415, code: 'unsupported_content_type' },
      );
      assertProblem(await open.post('/api/v1/ingest/upload', { file: 'a' }), {
        status: 415,
        code: 'unsupported_content_type',
      });
    }),
    holds('422 well-formed but invalid (field errors;', async ({ open }) => {
      assertInvalid(await open.post('/api/v1/chat', { question: 7, top_k: 'many' }), 'question', 'top_k');
      assertInvalid(await open.post('/api/v1/feedback', {}), 'rating');
      assertInvalid(await open.get('/api/v1/ingest/docs?limit=201&status=ready'), 'limit', 'status');
    }),
    holds('blocked download target: code `url_not_allowed`)', async ({ open }) => {
      for (const url of blocked)
        assertProblem(await open.post('/api/v1/ingest', { url }), { status: 422, code: 'url_not_allowed' });
    }),
    holds('429', async ({ limited, nextClient }) => {
      const headers = { 'x-forwarded-for': nextClient() };
      const replies = await Promise.all(Array.from({ length: 62 }, () => limited.get('/health', headers)));
      assert.equal(replies.filter(({ status }) => status === 429).length, 2);
    }),
    later(
      '502 the model provider failed',
      'the only provider there is calls nobody; 502 comes with the providers that do',
    ),
    holds('503 a store is down (`Retry-After`)', async () => {
      await using stand = await openHttpStand({ probes: failing('kv_store') });
      const reply = await getFrom(stand, '/ready');
      assertProblem(reply, { status: 503, code: 'store_unavailable' });
      assert.match(reply.headers.get('retry-after')!, /^[1-9]\d*$/);
    }),
    holds('504 a deadline passed.', async () => {
      await using stand = await openHttpStand({
        settings: { questionTimeoutMs: 50 },
        // biome-ignore lint/correctness/useYield: it never gets to an event
        answerQuestion: async function* () {
          await sleep(1_000, undefined, { ref: false });
        },
      });
      assertProblem(await getFrom(stand, '/api/v1/chat', POST_HELLO), {
        status: 504,
        code: 'deadline_exceeded',
      });
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
    holds('`limit` 1–200, default 50;', async ({ open }) => {
      for (const list of ['ingest/docs', 'review/pending', 'feedback']) {
        for (const limit of [1, 200])
          assert.equal((await open.get(`/api/v1/${list}?limit=${limit}`)).status, 200);
        for (const limit of ['0', '201', '-1', '1.5', 'ten'])
          assertInvalid(await open.get(`/api/v1/${list}?limit=${limit}`), 'limit');
      }
      await Promise.all(Array.from({ length: 51 }, () => open.post('/api/v1/feedback', { rating: 'down' })));
      assert.equal((await open.get('/api/v1/feedback?rating=down')).list('feedback').length, 50);
    }),
    holds('`cursor` opaque;', async ({ open }) => {
      const page = await open.get('/api/v1/ingest/docs?limit=1');
      // Nothing in it has to be escaped, so it can be passed on as it stands.
      assert.match(page.word('next_cursor'), /^[A-Za-z0-9_-]+$/);
    }),
    holds('body `{<name>: [...], next_cursor: string|null, total}`;', async ({ open }) => {
      for (const [list, name] of [
        ['ingest/docs', 'docs'],
        ['review/pending', 'pending'],
        ['feedback', 'feedback'],
      ] as const) {
        const reply = await open.get(`/api/v1/${list}`);
        assert.deepEqual(Object.keys(reply.at() as object), [name, 'next_cursor', 'total']);
        assert.ok(Array.isArray(reply.at(name)));
        assert.equal(typeof reply.at('total'), 'number');
      }
    }),
    holds(
      ['stable under concurrent inserts and deletes (keyset, never offset);', 'newest first.'],
      async ({ open }) => {
        const add = (n: number) =>
          open.upload(
            { name: `paged-${n}.txt`, text: `Page ${n}.` },
            { tags: 'paged', doc_id: `paged-${n}` },
          );
        for (const n of [1, 2, 3, 4, 5]) await add(n);
        const first = await open.get('/api/v1/ingest/docs?tag=paged&limit=2');
        await add(6);
        await open.call('DELETE', '/api/v1/ingest/paged-5');
        await open.call('DELETE', '/api/v1/ingest/paged-2');
        const second = await open.get(
          `/api/v1/ingest/docs?tag=paged&limit=2&cursor=${first.word('next_cursor')}`,
        );
        const ids = [first, second].map((page) => page.list('docs').map((doc) => valueAt(doc, 'doc_id')));
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
        for (const method of ['OPTIONS', 'HEAD', 'PUT']) await open.call(method, '/api/v1/ingest/docs');
        await open.post('/api/v1/chat/stream', { question: 'hello' });
        await open.call('GET', '/api/v1/ingest/status/castle', { headers: { accept: 'text/event-stream' } });
        for (const bytes of [
          'nonsense\r\n\r\n',
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
            { status: 422, code: 'idempotency_key_reused' },
          );
        }
      }
      const form = () => {
        const made = new FormData();
        made.set('file', new Blob(['Sent twice.']), 'twice.txt');
        return made;
      };
      const [first, again] = [1, 2].map(() =>
        open.call('POST', '/api/v1/ingest/upload', {
          body: form(),
          headers: { 'idempotency-key': 'upload-once' },
        }),
      );
      // At the same time: the second gets the reply of the first, or is told to come back for it.
      const [one, other] = [(await first)!, (await again)!];
      if (other.status === 409) assert.ok(other.headers.get('retry-after'));
      else assert.equal(other.text, one.text);
      assertProblem(await open.post('/api/v1/feedback', { rating: 'up' }, { 'idempotency-key': 'a b' }), {
        status: 400,
        code: 'invalid_idempotency_key',
      });
    }),
  ],
};

const POST_HELLO = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': API_KEY },
  body: '{"question":"hello"}',
} as const;

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

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
