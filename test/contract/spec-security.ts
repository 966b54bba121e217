import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGuardedFetch } from '../../src/adapters/fetching/guarded-fetch.ts';
import { LANGUAGE_PROVIDERS } from '../../src/kernel/model-providers.ts';
import { serveHttp } from '../serve-http.ts';
import { API_KEY, OTHER_ORIGIN } from './bench.ts';
import { startError } from './configuration.ts';
import { assertProblem } from './reply.ts';
import { type Chapter, heldBy, holds, saysNothing } from './row.ts';
import type { Service } from './service.ts';

const document = 'service-interface.md';

const INGEST = [
  ['POST', '/ingest'],
  ['POST', '/ingest/upload'],
  ['GET', '/ingest/status/nobody'],
  ['GET', '/ingest/docs'],
] as const;
const REVIEW = [
  ['GET', '/review/pending'],
  ['POST', '/review/nobody/approve'],
  ['POST', '/review/nobody/reject'],
  ['GET', '/feedback'],
] as const;
const DELETION = [['DELETE', '/ingest/nobody']] as const;

export const security: readonly Chapter[] = [
  {
    document,
    section: '5. Authentication',
    rows: [
      holds(
        'Authentication uses the header `X-API-Key`, compared with the configured `API_KEY`.',
        async ({ keyed }) => {
          const ask = (key: string) => keyed.get('/api/v1/review/pending', { 'x-api-key': key });
          assert.equal((await ask(API_KEY)).status, 200);
          assert.match((await ask('')).headers.get('www-authenticate')!, /X-API-Key/);
          for (const wrong of [
            '',
            'x',
            API_KEY.slice(1),
            `${API_KEY}x`,
            API_KEY.toUpperCase(),
            `${API_KEY}, ${API_KEY}`,
          ])
            assertProblem(await ask(wrong), 401, 'invalid_api_key');
          assertProblem(
            await keyed.get('/api/v1/review/pending', {
              'x-api-key': '',
              authorization: `Bearer ${API_KEY}`,
            }),
            401,
          );
          assertProblem(
            await keyed.get(`/api/v1/review/pending?x-api-key=${encodeURIComponent(API_KEY)}`, {
              'x-api-key': '',
            }),
            401,
          );
        },
      ),
      holds(
        [
          'When `API_KEY` is empty, authentication is skipped for all operations (development mode).',
          'When `API_KEY` is set, `DELETE /api/v1/ingest/{doc_id}` always requires `X-API-Key`.',
          'The other ingest operations (URL ingest, upload, status, docs list) require `X-API-Key` only when `REQUIRE_AUTH_FOR_INGEST` is `true`.',
          'The review operations (pending list, approve, reject) and the operator feedback list (`GET /api/v1/feedback`) are gated by the same key check.',
        ],
        async ({ open, keyed, limited, nextClient }) => {
          const all = [...DELETION, ...INGEST, ...REVIEW];
          assert.deepEqual(await refused(open, all), []);
          assert.deepEqual(await refused(keyed, all), namesOf([...DELETION, ...REVIEW]));
          assert.deepEqual(await refused(limited, all, nextClient()), namesOf(all));
        },
      ),
      holds(
        '`POST /api/v1/feedback`, chat, `/health` and `/ready` need no key.',
        async ({ limited, nextClient }) => {
          const headers = { 'x-api-key': '', 'x-forwarded-for': nextClient() };
          assert.equal((await limited.post('/api/v1/feedback', { rating: 'up' }, headers)).status, 201);
          for (const path of ['/api/v1/chat', '/api/v1/chat/stream', '/api/chat'])
            assert.equal((await limited.post(path, { question: 'hello' }, headers)).status, 200, path);
          for (const path of ['/health', '/ready'])
            assert.equal((await limited.get(path, headers)).status, 200, path);
        },
      ),
      holds(
        ['`X-User-Id` only scopes conversation memory.', 'It does not authenticate.'],
        async ({ keyed }) => {
          const headers = { 'x-api-key': '', 'x-user-id': 'admin' };
          for (const path of ['/api/v1/review/pending', '/api/v1/feedback'])
            assert.equal((await keyed.get(path, headers)).status, 401);
          assert.equal((await keyed.get('/api/v1/ingest/docs', { 'x-user-id': 'anyone' })).status, 200);
        },
      ),
    ],
  },
  {
    document,
    section: '5. Authentication › Security controls of the service',
    rows: [
      heldBy(
        'A target that is plainly forbidden',
        '| Download guard (SSRF) | Document downloads are blocked for these targets: private ranges 10/8, 172.16/12 and 192.168/16; loopback 127/8 and ::1; link-local 169.254/16 and fe80::/10; cloud metadata endpoints (the link-local metadata address and a metadata hostname).',
      ),
      heldBy('what only DNS or the download shows', 'The check is DNS-aware.'),
      holds('Redirects are not followed.', async () => {
        const followed: string[] = [];
        await using server = await serveHttp((request, response) => {
          followed.push(request.url!);
          response.writeHead(302, { location: '/elsewhere' }).end();
        });
        const { download } = createGuardedFetch({
          allowedHosts: ['*'],
          allowAddress: (address) => address === '127.0.0.1',
        });
        await assert.rejects(download(`${server.url}/here`, { signal: AbortSignal.timeout(60_000) }));
        assert.deepEqual(followed, ['/here']);
      }),
      holds(
        '| Host allowlist | `ALLOWED_HOSTS` restricts which hosts may be downloaded from. `["*"]` allows any public host; private targets stay blocked. |',
        async ({ open, keyed }) => {
          for (const [service, host, isAllowed] of [
            [keyed, 'docs.example.org', true],
            [keyed, 'docs.example.org.evil.example.com', false],
            [keyed, 'any.example.org', false],
            // It is listed, and private.
            [keyed, '10.0.0.7', false],
            [open, 'any.example.org', true],
            [open, '192.168.0.1', false],
          ] as const) {
            const reply = await service.post('/api/v1/ingest', { url: `http://${host}/a.txt` });
            if (isAllowed) assert.equal(reply.status, 202, host);
            else assertProblem(reply, 422, 'url_not_allowed');
          }
        },
      ),
      holds(
        '| Ingest path guard | File paths are validated against traversal outside the ingest directory. |',
        async ({ open, nextName }) => {
          const before = readdirSync(open.folder).sort();
          for (const name of [
            '../../../escaped.txt',
            '/etc/escaped.txt',
            'C:\\escaped.txt',
            '%2e%2e%2fescaped.txt',
            '..\\..\\escaped.txt',
          ]) {
            const status = await open.ingest({ name, text: `Text of ${nextName()}.` });
            assert.match(status.word('doc_id'), /^[A-Za-z0-9_-]+$/);
            assert.doesNotMatch(status.word('source.filename'), /^\.\.|\//);
          }
          for (const docId of ['../escaped', 'a/b', '..', '.', 'a\\b', '%2e%2e'])
            assertProblem(await open.upload({ name: 'a.txt', text: 'Some text.' }, { doc_id: docId }), 422);
          for (const docId of ['..%2f..%2fetc%2fpasswd', '%2e%2e%2f', '..%5c..%5c'])
            assertProblem(await open.get(`/api/v1/ingest/${docId}/original`), 404);
          assert.deepEqual(readdirSync(open.folder).sort(), before);
          const everything = readdirSync(join(open.folder, 'data'), { recursive: true }).map(String);
          assert.ok(everything.every((path) => !path.includes('escaped')));
        },
      ),
      holds(
        "| Rate limiting | Per client IP; see Limits. Behind a reverse proxy, when `TRUSTED_PROXIES` lists the proxy's CIDR ranges, the client IP is taken from `X-Forwarded-For` or `X-Real-IP`.",
        async ({ limited, nextClient }) => {
          const client = nextClient();
          const left = async (headers: Record<string, string>) =>
            (await limited.get('/health', headers)).headers.get('x-ratelimit-remaining');
          assert.equal(await left({ 'x-forwarded-for': client }), '59');
          assert.equal(await left({ 'x-real-ip': client }), '58');
          // What the client itself put in front, and a trusted proxy behind it, change nothing.
          assert.equal(await left({ 'x-forwarded-for': `198.51.100.1, ${client}, 127.0.0.9` }), '57');
        },
      ),
      holds("Otherwise the proxy's own address is used.", async ({ open }) => {
        const left = async (client: string) =>
          Number(
            (await open.get('/health', { 'x-forwarded-for': client, 'x-real-ip': client })).headers.get(
              'x-ratelimit-remaining',
            ),
          );
        const first = await left('203.0.113.200');
        assert.ok((await left('203.0.113.201')) < first);
      }),
      holds(
        '| CORS | With `CORS_ORIGINS` set to `[]`, no cross-origin access is allowed. Origins must be listed explicitly. |',
        async ({ open, keyed }) => {
          const preflight = async (service: Service, origin: string) =>
            (
              await service.call('OPTIONS', '/api/v1/chat', {
                headers: { origin, 'access-control-request-method': 'POST' },
              })
            ).headers.get('access-control-allow-origin');
          assert.equal(await preflight(open, OTHER_ORIGIN), null);
          assert.equal(await preflight(keyed, OTHER_ORIGIN), OTHER_ORIGIN);
          for (const origin of [
            'https://app.example.org.evil.com',
            'https://evil.com',
            'http://app.example.org',
            'https://app.example.org:8443',
            'null',
          ])
            assert.equal(await preflight(keyed, origin), null, origin);
          const [closed, listed] = [
            (await open.get('/health', { origin: OTHER_ORIGIN })).headers,
            (await keyed.get('/health', { origin: OTHER_ORIGIN })).headers,
          ];
          assert.ok([...closed.keys()].every((name) => !name.startsWith('access-control-')));
          assert.equal(listed.get('access-control-allow-origin'), OTHER_ORIGIN);
          assert.equal(listed.get('access-control-allow-credentials'), null);
        },
      ),
      heldBy('| Required credentials for', 'If not, startup fails with a ValueError.'),
      holds(
        'At startup the configuration is validated: the credentials required by the chosen `LLM_PROVIDER` must be present.',
        () => {
          for (const [provider, { needs }] of Object.entries(LANGUAGE_PROVIDERS)) {
            assert.ok(needs.length > 0);
            const complaints = startError({ LLM_PROVIDER: provider }).match(/must be set/g) ?? [];
            assert.equal(complaints.length, needs.length, provider);
          }
          assert.equal(startError({ LLM_PROVIDER: 'openai', OPENAI_API_KEY: 'a-key' }), '');
        },
      ),
    ],
  },
  {
    document,
    section: '6. Events',
    rows: [
      saysNothing('No event catalog is defined.'),
      holds('The only streamed output is the chat SSE stream', async ({ open }) => {
        // Whoever does not ask for events by name gets none from any other address.
        for (const path of [
          '/api/v1/ingest/status/castle',
          '/api/v1/ingest/docs',
          '/health',
          '/ready',
          '/openapi.json',
        ])
          assert.match(
            (await open.get(path, { accept: '*/*' })).headers.get('content-type')!,
            /^application\/json/,
            path,
          );
        const chat = await open.post('/api/v1/chat/stream', { question: 'hello' });
        assert.match(chat.headers.get('content-type')!, /^text\/event-stream/);
      }),
    ],
  },
];

/** Which of the operations a client without the key is refused, older addresses included. */
async function refused(
  service: Service,
  operations: readonly (readonly [string, string])[],
  client = '203.0.113.250',
) {
  const names = new Set<string>();
  for (const [method, path] of operations) {
    const answers: number[] = [];
    for (const prefix of ['/api/v1', '/api']) {
      const headers = { 'x-api-key': '', 'x-forwarded-for': client };
      const reply = await service.call(method, prefix + path, { headers });
      answers.push(reply.status);
      if (reply.status !== 401) continue;
      assertProblem(reply, 401, 'invalid_api_key');
      assert.ok(reply.headers.get('www-authenticate'));
      names.add(`${method} ${path}`);
    }
    assert.equal(answers[0] === 401, answers[1] === 401, `${method} ${path}: ${answers}`);
  }
  return [...names];
}

function namesOf(operations: readonly (readonly [string, string])[]): string[] {
  return operations.map(([method, path]) => `${method} ${path}`);
}
