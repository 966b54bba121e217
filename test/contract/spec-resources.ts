import assert from 'node:assert/strict';
import { QUESTION } from './bench.ts';
import { configOf, startError } from './configuration.ts';
import { assertProblem } from './reply.ts';
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
        'In chat responses the same value',
        'Contains `correlation_id`, which equals the `X-Correlation-Id` response header.',
      ),
    ],
  },
  {
    document,
    section: '2. Resources and their fields › Ingested document',
    rows: [
      heldBy(
        ['202 `{doc_id, status: "queued"', '`DELETE /api/v1/ingest/{doc_id}` → 200'],
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
      heldBy('`POST /api/v1/feedback` `{rating', 'A thumbs-up or thumbs-down rating on an answer.'),
      heldBy('`GET /api/v1/feedback?rating=', 'It is listed with a filter named `rating`.'),
    ],
  },
  {
    document,
    section: '2. Resources and their fields › Request headers',
    rows: [
      heldBy(
        '| `X-User-Id` | At most 128',
        'Allowed characters: letters A-Z and a-z, digits, and `_` `.` `@` `-`. At most 128 characters.',
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
          '`DELETE /api/v1/ingest/{doc_id}` → 200',
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
                415,
                'unsupported_content_type',
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
      heldBy(
        ['In chat responses the same value', 'Every request carries a correlation ID'],
        'Trace identifier of the request; matches `meta.correlation_id`.',
      ),
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
        '| Per-IP request budget exceeded',
        '| Retry-After | On 429: seconds to wait before retrying. |',
      ),
      heldBy(
        '202 `{doc_id, status: "queued", version}`',
        '| Location | On 202 from the ingest operations: where the ingest status can be polled. |',
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
      heldBy('| Host allowlist |', '| ALLOWED_HOSTS | List of hosts that documents may be downloaded from.'),
      heldBy('| Host allowlist |', '`["*"]` allows any public host. Private addresses stay blocked.'),
      heldBy(
        '| Rate limiting | Per client IP',
        '| TRUSTED_PROXIES | List of CIDR ranges of reverse proxies whose forwarded client address is trusted. |',
      ),
      heldBy('| CORS | With', '| CORS_ORIGINS | List of allowed cross-origin origins.'),
      heldBy('| CORS | With', 'The default is `[]`, which allows no cross-origin access.'),
      holds('| LLM_PROVIDER | Chooses the language model provider. |', async ({ open }) => {
        assert.equal((await open.ask(QUESTION)).at('meta.model'), configOf({}).LLM_PROVIDER);
        assert.match(startError({ LLM_PROVIDER: 'oracle' }), /ValueError: .*LLM_PROVIDER/s);
      }),
      heldBy('413 too large', '| MAX_FILE_SIZE_MB | Maximum size of an ingested file, in MB. |'),
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
