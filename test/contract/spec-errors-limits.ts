import assert from 'node:assert/strict';
import { openHttpStand } from '../http-stand.ts';
import { run } from './configuration.ts';
import { assertRotated } from './log-rotation.ts';
import { assertProblem } from './reply.ts';
import { type Chapter, heldBy, holds, saysNothing } from './row.ts';
import { failing, getFrom } from './stand.ts';

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
          await Promise.all(Array.from({ length: 60 }, () => limited.get('/health', headers)));
          const reply = await limited.post('/api/v1/chat', { question: 'hello' }, headers);
          assertProblem(reply, { status: 429, code: 'rate_limited' });
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
      holds(
        '| Key-value store or vector store down | `GET /ready` returns 503 with dependency-specific detail. |',
        async () => {
          for (const name of ['kv_store', 'vector_store'] as const) {
            await using stand = await openHttpStand({ probes: failing(name) });
            const reply = await getFrom(stand, '/ready');
            assertProblem(reply, { status: 503, code: 'store_unavailable' });
            assert.ok(reply.word('detail').includes(name));
            assert.ok(!reply.text.includes('ECONNREFUSED'));
          }
        },
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
        assertProblem(await getFrom(stand, '/health'), { status: 429 });
        assert.equal(counted.length, 1);
      }),
      holds(
        '| Rate headers | `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset` (epoch seconds), `Retry-After` on 429 | Responses |',
        async ({ limited, nextClient }) => {
          const headers = { 'x-forwarded-for': nextClient() };
          // `call` looks for the three on each of them.
          const replies = await Promise.all(
            Array.from({ length: 61 }, () => limited.get('/api/v1/ingest/docs', headers)),
          );
          for (const reply of replies) assert.equal(reply.headers.has('retry-after'), reply.status === 429);
        },
      ),
      holds(
        '| `X-User-Id` | At most 128 characters; characters `A-Za-z0-9_.@-` | Requests |',
        async ({ open }) => {
          const as = async (user: string) =>
            (await open.call('DELETE', '/api/v1/chat/memory', { headers: { 'x-user-id': user } })).status;
          assert.equal(await as('A'.repeat(128)), 200);
          assert.equal(await as('A'.repeat(129)), 400);
          for (let byte = 0x21; byte < 0x7f; byte++) {
            const character = String.fromCharCode(byte);
            assert.equal(
              await as(`a${character}b`),
              /[A-Za-z0-9_.@-]/.test(character) ? 200 : 400,
              character,
            );
          }
        },
      ),
      holds('| Log file | 10 MB per file, 5 rotated backups | Log file |', ({ limited }) =>
        assertRotated(limited),
      ),
      holds('| Upload size | `MAX_FILE_SIZE_MB` | Ingest |', async ({ open }) => {
        const reply = await open.upload({ name: 'large.txt', text: 'a '.repeat(2_000_000) });
        assertProblem(reply, { status: 413, code: 'file_too_large' });
        assert.match(reply.word('detail'), /1 MB/);
      }),
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
