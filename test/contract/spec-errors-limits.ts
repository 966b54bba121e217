import assert from 'node:assert/strict';
import { openHttpStand } from '../http-stand.ts';
import { run } from './configuration.ts';
import { assertRotated } from './log-rotation.ts';
import { assertProblem } from './reply.ts';
import { type Chapter, heldBy, holds, saysNothing } from './row.ts';
import { getFrom } from './stand.ts';

const document = 'service-interface.md';

export const errorsAndLimits: readonly Chapter[] = [
  {
    document,
    section: '7. Errors',
    rows: [
      holds(
        '| Per-IP request budget exceeded | HTTP 429 with `Retry-After` (seconds to wait). `X-RateLimit-*` headers are sent. |',
        async ({ limited, nextClient }) => {
          const headers = { 'x-forwarded-for': nextClient() };
          // `call` looks for the three figures on each of them.
          const within = await Promise.all(Array.from({ length: 60 }, () => limited.get('/health', headers)));
          assert.ok(within.every(({ headers }) => !headers.has('retry-after')));
          const reply = await limited.post('/api/v1/chat', { question: 'hello' }, headers);
          assertProblem(reply, 429, 'rate_limited');
          const { headers: sent } = reply;
          assert.deepEqual([sent.get('x-ratelimit-limit'), sent.get('x-ratelimit-remaining')], ['60', '0']);
          assert.match(sent.get('retry-after')!, /^[1-9]\d*$/);
          assert.ok(
            Math.abs(
              Date.now() / 1000 + Number(sent.get('retry-after')) - Number(sent.get('x-ratelimit-reset')),
            ) <= 2,
          );
        },
      ),
      heldBy(
        '`/ready`: 200',
        '| Key-value store or vector store down | `GET /ready` returns 503 with dependency-specific detail. |',
      ),
      holds(
        '| Required credentials for `LLM_PROVIDER` missing | The service fails at startup with a ValueError. |',
        () => {
          const { status, stderr, left } = run([], { LLM_PROVIDER: 'anthropic' });
          assert.equal(status, 1);
          assert.match(stderr, /^ValueError: .*ANTHROPIC_API_KEY must be set/s);
          assert.deepEqual(left, []);
        },
      ),
      holds('| Rate-limit store error | The request is allowed (fails open). |', async () => {
        await using stand = await openHttpStand({
          settings: { rateLimitPerMinute: 1 },
          counters: { increment: () => Promise.reject(new Error('the store is gone')) },
        });
        for (let n = 0; n < 5; n++) {
          const reply = await getFrom(stand, '/health');
          assert.equal(reply.status, 200);
          const figures = [...reply.headers.keys()].filter((name) => name.startsWith('x-ratelimit-'));
          assert.deepEqual(figures, []);
        }
      }),
      holds('| Server not running | Connection refused (no HTTP response). |', async () => {
        const stand = await openHttpStand();
        await stand[Symbol.asyncDispose]();
        await assert.rejects(
          fetch(`${stand.url}/health`),
          (error: Error) => (error.cause as NodeJS.ErrnoException).code === 'ECONNREFUSED',
        );
      }),
      holds('Clients quote `X-Correlation-Id` in support requests.', async ({ open }) => {
        const problem = await open.get('/api/v1/ingest/status/nobody');
        const quoted = problem.word('correlation_id');
        assert.match((await open.logged(`[${quoted}] request `))[0]!, /status=404/);
      }),
      saysNothing('Clients on 429 back off for `Retry-After` seconds.'),
    ],
  },
  {
    document,
    section: '8. Limits',
    rows: [
      holds(
        '| Request rate | 60 requests per minute per client IP | All requests.',
        async ({ limited, nextClient }) => {
          const headers = { 'x-forwarded-for': nextClient() };
          const kinds = [
            '/health',
            '/ready',
            '/nothing-here',
            '/docs',
            '/docs/errors',
            '/openapi.json',
            '/api/v1/ingest/docs',
            '/api/nothing',
          ];
          const replies = await Promise.all(
            Array.from({ length: 180 }, (_, n) =>
              n % 9 === 8 ? limited.call('PUT', '/health', { headers }) : limited.get(kinds[n % 9]!, headers),
            ),
          );
          assert.equal(replies.filter(({ status }) => status === 429).length, 120);
          const other = await limited.get('/health', { 'x-forwarded-for': nextClient() });
          assert.equal(other.status, 200);
        },
      ),
      holds('Counted in a key-value store. Fails open on store error. |', async () => {
        const counted: string[] = [];
        await using stand = await openHttpStand({
          settings: { rateLimitPerMinute: 60 },
          counters: {
            increment: async (key, { ttlMs }) => {
              counted.push(key);
              return { count: 61, expiresAt: Date.now() + ttlMs };
            },
          },
        });
        assertProblem(await getFrom(stand, '/health'), 429);
        assert.equal(counted.length, 1);
      }),
      heldBy(
        '| Per-IP request budget exceeded',
        '| Rate headers | `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset` (epoch seconds), `Retry-After` on 429 | Responses |',
      ),
      holds(
        '| `X-User-Id` | At most 128 characters; characters `A-Za-z0-9_.@-` | Requests |',
        async ({ open }) => {
          const as = (user: string) =>
            open.call('DELETE', '/api/v1/chat/memory', { headers: { 'x-user-id': user } });
          assert.equal((await as('A'.repeat(128))).status, 200);
          const characters = [...Array(95).keys()].map((code) => String.fromCharCode(0x20 + code));
          for (const user of ['A'.repeat(129), 'é', ...characters.map((character) => `a${character}b`)])
            if (/^a[A-Za-z0-9_.@-]b$/.test(user)) assert.equal((await as(user)).status, 200, user);
            else assertProblem(await as(user), 400, 'invalid_user_id');
        },
      ),
      holds('| Log file | 10 MB per file, 5 rotated backups | Log file |', ({ limited }) =>
        assertRotated(limited),
      ),
      heldBy('413 too large', '| Upload size | `MAX_FILE_SIZE_MB` | Ingest |'),
    ],
  },
  {
    document,
    section: '9. Versioning',
    rows: [
      heldBy(
        ['with `Deprecation` (RFC 9745)', '`limit` 1–200'],
        'The current API is under the prefix `/api/v1`.',
      ),
      heldBy('with `Deprecation` (RFC 9745)', [
        'The older unversioned paths under `/api/` are legacy and deprecated.',
        'New clients use `/api/v1`.',
      ]),
      holds('`/health` and `/ready` are unversioned.', async ({ open }) => {
        for (const path of ['/health', '/ready']) {
          const reply = await open.get(path);
          assert.deepEqual([reply.status, reply.headers.get('deprecation')], [200, null]);
          assert.equal((await open.get(`/api/v1${path}`)).status, 404);
        }
      }),
    ],
  },
];
