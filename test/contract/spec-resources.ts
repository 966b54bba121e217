import assert from 'node:assert/strict';
import { OTHER_ORIGIN, QUESTION } from './bench.ts';
import { configOf, startError } from './configuration.ts';
import { assertProblem, valueAt } from './reply.ts';
import { type Chapter, heldBy, holds } from './row.ts';

const document = 'service-interface.md';

export const resources: readonly Chapter[] = [
  {
    document,
    section: '2. Resources and their fields › Chat answer (response of the chat operations)',
    rows: [
      heldBy(
        'Answers questions posed through a chat endpoint.',
        '| answer | string | The generated answer. |',
      ),
      heldBy('Only what the answer cites is listed.', '| sources | array | Sources used for the answer. |'),
      heldBy(
        'Trace identifier of the request',
        'Contains `correlation_id`, which equals the `X-Correlation-Id` response header.',
      ),
    ],
  },
  {
    document,
    section: '2. Resources and their fields › Ingested document',
    rows: [
      heldBy(
        ['| Location | On 202', '`DELETE /api/v1/ingest/{doc_id}` → 200'],
        'Identified by `doc_id` (used in the path of the status and delete operations).',
      ),
    ],
  },
  {
    document,
    section: '2. Resources and their fields › Review entry',
    rows: [
      heldBy(
        '`POST …/reject`',
        'A synthesized answer awaiting review, identified by `entry_id` (used in the path of approve and reject).',
      ),
    ],
  },
  {
    document,
    section: '2. Resources and their fields › Feedback',
    rows: [
      holds('A thumbs-up or thumbs-down rating on an answer.', async ({ open }) => {
        for (const rating of ['up', 'down'])
          assert.equal((await open.post('/api/v1/feedback', { rating })).at('rating'), rating);
        assertProblem(await open.post('/api/v1/feedback', { rating: 'sideways' }), { status: 422 });
      }),
      holds('It is listed with a filter named `rating`.', async ({ open }) => {
        await open.post('/api/v1/feedback', { rating: 'up' });
        const reply = await open.get('/api/v1/feedback?rating=up&limit=200');
        assert.ok(reply.list('feedback').every((entry) => valueAt(entry, 'rating') === 'up'));
      }),
    ],
  },
  {
    document,
    section: '2. Resources and their fields › Request headers',
    rows: [
      holds(
        'Allowed characters: letters A-Z and a-z, digits, and `_` `.` `@` `-`. At most 128 characters.',
        async ({ open }) => {
          const as = (user: string) => open.ask('hello', {}, { 'x-user-id': user });
          for (const user of [
            'a',
            'Z',
            '0',
            '_',
            '.',
            '@',
            '-',
            'Ada.Lovelace_1@example-mail.org',
            'a'.repeat(128),
          ])
            assert.equal((await as(user)).status, 200, user);
          for (const user of ['a b', 'a/b', 'a+b', 'é', 'a,b', 'a:b', 'a%20b', '*', 'a'.repeat(129)])
            assertProblem(await as(user), { status: 400, code: 'invalid_user_id' });
        },
      ),
      holds('Optional. Defaults to anonymous.', async ({ open }) => {
        const forget = (headers: Record<string, string>) =>
          open.call('DELETE', '/api/v1/chat/memory', { headers });
        assert.equal((await forget({})).at('user_id'), 'anonymous');
        assert.equal((await forget({ 'x-user-id': 'ada' })).at('user_id'), 'ada');
      }),
      heldBy(
        [
          'Authentication uses the header',
          'When `API_KEY` is set, `DELETE',
          '| DELETE | /api/v1/ingest',
          'The review operations',
        ],
        '| X-API-Key | Protects ingest management, review and the operator feedback list. |',
      ),
      holds(
        '| Content-Type: application/json | For JSON request bodies. | For chat, feedback and URL-ingest. |',
        async ({ open }) => {
          for (const [path, body] of [
            ['chat', { question: 'hello' }],
            ['chat/stream', { question: 'hello' }],
            ['feedback', { rating: 'up' }],
            ['ingest', { url: 'http://docs.example.org/b.txt' }],
          ] as const) {
            for (const type of ['application/json', 'Application/JSON; charset=utf-8'])
              assert.ok(
                (await open.post(`/api/v1/${path}`, body, { 'content-type': type })).status < 300,
                `${path} ${type}`,
              );
            for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
              assertProblem(
                await open.post(`/api/v1/${path}`, JSON.stringify(body), { 'content-type': type }),
                { status: 415, code: 'unsupported_content_type' },
              );
          }
        },
      ),
    ],
  },
  {
    document,
    section: '2. Resources and their fields › Response headers',
    rows: [
      holds('Trace identifier of the request; matches `meta.correlation_id`.', async ({ open }) => {
        const reply = await open.ask('hello');
        assert.equal(reply.headers.get('x-correlation-id'), reply.at('meta.correlation_id'));
        assert.equal((await open.logged(`[${reply.word('meta.correlation_id')}] request `)).length, 1);
      }),
      heldBy('| Per-IP request budget exceeded', '| X-RateLimit-Limit | The request budget per window. |'),
      heldBy(
        '| Rate limiting | Per client IP',
        '| X-RateLimit-Remaining | Requests left in the current window. |',
      ),
      holds(
        '| X-RateLimit-Reset | When the window resets, in epoch seconds. |',
        async ({ limited, nextClient }) => {
          const headers = { 'x-forwarded-for': nextClient() };
          const reset = async () =>
            Number((await limited.get('/health', headers)).headers.get('x-ratelimit-reset'));
          const first = await reset();
          assert.ok(Math.abs(first - (Date.now() / 1000 + 60)) <= 2, String(first));
          assert.equal(await reset(), first);
        },
      ),
      heldBy(
        ['| Per-IP request budget exceeded', '| Rate headers |'],
        '| Retry-After | On 429: seconds to wait before retrying. |',
      ),
      holds(
        '| Location | On 202 from the ingest operations: where the ingest status can be polled. |',
        async ({ open, nextName }) => {
          const name = nextName();
          const replies = [
            await open.upload({ name: `${name}.txt`, text: 'Some text.' }),
            await open.post('/api/v1/ingest', { url: 'http://docs.example.org/c.txt' }),
          ];
          for (const reply of replies) {
            assert.equal(reply.status, 202);
            const polled = await open.get(reply.headers.get('location')!);
            assert.equal(polled.at('doc_id'), reply.at('doc_id'));
          }
        },
      ),
    ],
  },
  {
    document,
    section: '2. Resources and their fields › Configuration settings named by the interface',
    rows: [
      heldBy(
        ['When `API_KEY` is empty', 'Authentication uses the header', 'The review operations'],
        '| API_KEY | The shared API key. When empty, authentication is skipped. |',
      ),
      heldBy(
        'The other ingest operations',
        '| REQUIRE_AUTH_FOR_INGEST | Boolean. When `true`, the ingest endpoints other than delete also require the key. |',
      ),
      holds('| ALLOWED_HOSTS | List of hosts that documents may be downloaded from.', async ({ keyed }) => {
        const ingest = (url: string) => keyed.post('/api/v1/ingest', { url });
        assert.equal((await ingest('http://docs.example.org/a.txt')).status, 202);
        assertProblem(await ingest('http://www.example.org/a.txt'), { status: 422, code: 'url_not_allowed' });
      }),
      holds('`["*"]` allows any public host. Private addresses stay blocked.', async ({ open, keyed }) => {
        assert.equal(
          (await open.post('/api/v1/ingest', { url: 'http://any.example.org/a.txt' })).status,
          202,
        );
        assertProblem(await open.post('/api/v1/ingest', { url: 'http://10.0.0.7/a.txt' }), {
          status: 422,
          code: 'url_not_allowed',
        });
        // Here 10.0.0.7 is listed.
        assertProblem(await keyed.post('/api/v1/ingest', { url: 'http://10.0.0.7/a.txt' }), {
          status: 422,
          code: 'url_not_allowed',
        });
      }),
      heldBy(
        '| Rate limiting | Per client IP',
        '| TRUSTED_PROXIES | List of CIDR ranges of reverse proxies whose forwarded client address is trusted. |',
      ),
      holds('| CORS_ORIGINS | List of allowed cross-origin origins.', async ({ keyed }) => {
        const reply = await keyed.get('/health', { origin: OTHER_ORIGIN });
        assert.equal(reply.headers.get('access-control-allow-origin'), OTHER_ORIGIN);
      }),
      holds('The default is `[]`, which allows no cross-origin access.', async ({ open }) => {
        const reply = await open.get('/health', { origin: OTHER_ORIGIN });
        assert.deepEqual(
          [...reply.headers.keys()].filter((name) => name.startsWith('access-control-')),
          [],
        );
      }),
      holds('| LLM_PROVIDER | Chooses the language model provider. |', async ({ open }) => {
        assert.equal((await open.ask(QUESTION)).at('meta.model'), configOf({}).LLM_PROVIDER);
        assert.match(startError({ LLM_PROVIDER: 'oracle' }), /ValueError: .*LLM_PROVIDER/s);
      }),
      holds('| MAX_FILE_SIZE_MB | Maximum size of an ingested file, in MB. |', async ({ open }) => {
        assert.equal((await open.upload({ name: 'most.txt', text: 'a '.repeat(524_288) })).status, 202);
        assertProblem(await open.upload({ name: 'more.txt', text: `${'a '.repeat(524_288)}a` }), {
          status: 413,
          code: 'file_too_large',
        });
      }),
      holds('| LOG_FORMAT | `text` (default) or `json`. |', () => {
        assert.equal(configOf({}).LOG_FORMAT, 'text');
        assert.equal(configOf({ LOG_FORMAT: 'json' }).LOG_FORMAT, 'json');
        assert.match(startError({ LOG_FORMAT: 'xml' }), /LOG_FORMAT takes text \| json/);
      }),
      holds('| LOG_LEVEL | Log level. |', async ({ open, limited, nextClient }) => {
        await open.ask('hello', {}, { 'x-correlation-id': 'level-debug' });
        await open.logged('[level-debug] request ');
        assert.ok((await open.logged('[level-debug]')).some((line) => line.includes(' DEBUG ')));
        await limited.ask('hello', {}, { 'x-correlation-id': 'level-info', 'x-forwarded-for': nextClient() });
        await limited.logged('[level-info] request ');
        assert.ok((await limited.logged('level-info')).every((line) => !line.includes(' DEBUG ')));
      }),
    ],
  },
];
