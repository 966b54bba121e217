import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { envFileWarnings } from '../../src/settings/env-file-warnings.ts';
import { parseExposition } from '../exposition-parser.ts';
import { openHttpStand } from '../http-stand.ts';
import { writes } from '../model-servers/behaviour.ts';
import { startOpenAiServer } from '../model-servers/openai.ts';
import { NEEDS_REDIS, startRedis } from '../redis-server.ts';
import { commonSharedServers, NEEDS_SHARED_STORES } from '../shared-servers.ts';
import { API_KEY } from './bench.ts';
import { configOf, run, startError } from './configuration.ts';
import { beyond } from './contract-beyond.ts';
import { assertProblem } from './reply.ts';
import { type Chapter, heldBy, holds, later, saysNothing } from './row.ts';
import { startService } from './service.ts';
import { getFrom, withStoresDown } from './stand.ts';
import { POOL_QUESTION, startWithModel } from './with-model.ts';

const document = 'contract.md';

const hasDefault = (quote: string, name: string, value: string) =>
  holds(quote, () => assert.equal(configOf({})[name], value));

const STORES = ['kv_store', 'vector_store'];
const NONE_DOWN = { kv_store: 'ok', vector_store: 'ok' };

const SHARED_STORES = [
  '`opensearch+https://a,b,c`',
  '`postgres://…`',
  '`s3://bucket/prefix` (the three are set together;',
];

export const operation: readonly Chapter[] = [
  {
    document,
    section: 'Health, readiness, legacy',
    rows: [
      holds(
        '`/health` always 200: `{status: "ok" | "degraded", dependencies: {kv_store, vector_store}, version, uptime_seconds}`.',
        async ({ open }) => {
          const health = await open.get('/health');
          const { version, uptime_seconds: uptime } = health.at() as {
            version: string;
            uptime_seconds: number;
          };
          assert.deepEqual(health.at(), {
            status: 'ok',
            dependencies: NONE_DOWN,
            version,
            uptime_seconds: uptime,
          });
          assert.match(version, /^\d+\.\d+\.\d+/);
          assert.ok(Number.isInteger(uptime) && uptime >= 0);
          for (const name of STORES) {
            await using stand = await openHttpStand(withStoresDown(new Set([name])));
            const degraded = await getFrom(stand, '/health');
            assert.deepEqual(
              [degraded.status, degraded.at('status'), degraded.at('dependencies')],
              [200, 'degraded', { ...NONE_DOWN, [name]: 'unavailable' }],
            );
          }
        },
      ),
      holds(
        '`/ready`: 200 `{status: "ready", dependencies}` or a 503 problem whose `detail` names the failing dependency, with the same `dependencies` map.',
        async ({ open }) => {
          const ready = { status: 'ready', dependencies: NONE_DOWN };
          assert.deepEqual((await open.get('/ready')).at(), ready);
          const down = new Set<string>();
          await using stand = await openHttpStand(withStoresDown(down));
          for (const name of STORES) {
            down.add(name);
            const reply = await getFrom(stand, '/ready');
            assertProblem(reply, 503, 'store_unavailable');
            assert.match(reply.headers.get('retry-after')!, /^[1-9]\d*$/);
            assert.match(reply.word('detail'), new RegExp(`^${name} `));
            assert.ok(!reply.text.includes('ECONNREFUSED'));
            assert.deepEqual(reply.at('dependencies'), { ...NONE_DOWN, [name]: 'unavailable' });
            down.delete(name);
            assert.deepEqual((await getFrom(stand, '/ready')).at(), ready);
          }
        },
      ),
      holds('`/api/*` mirrors `/api/v1/*` (same handlers, no second implementation)', async ({ open }) => {
        const { paths } = (await open.get('/openapi.json')).at() as { paths: Record<string, object> };
        const current = Object.keys(paths).filter((path) => path.startsWith('/api/v1/'));
        assert.ok(current.length >= 12);
        for (const path of current) {
          const older = path.replace('/api/v1/', '/api/');
          assert.deepEqual(Object.keys(paths[older] ?? {}), Object.keys(paths[path]!), older);
          for (const method of Object.keys(paths[path]!)) {
            const headers = { 'x-correlation-id': 'the-same', 'x-user-id': 'nobody' };
            const call = (at: string) =>
              open.call(method.toUpperCase(), at.replace(/\{\w+\}/g, 'nobody'), { headers });
            // Documents may be read in between.
            let [one, other] = [await call(path), await call(older)];
            for (let again = 0; again < 5 && other.text !== one.text; again++)
              [one, other] = [await call(path), await call(older)];
            assert.deepEqual([other.status, other.text], [one.status, one.text], older);
          }
        }
      }),
      holds(
        ['with `Deprecation` (RFC 9745) and `Link: <…>;', 'rel="successor-version"`;'],
        async ({ open }) => {
          for (const [path, status] of [
            ['ingest/docs', 200],
            ['ingest/status/nobody', 404],
            ['feedback?limit=0', 422],
          ] as const) {
            const { status: actual, headers } = await open.get(`/api/${path}`);
            assert.equal(actual, status);
            assert.match(headers.get('deprecation')!, /^@\d+$/);
            assert.equal(headers.get('link'), `</api/v1/${path.split('?')[0]}>; rel="successor-version"`);
            assert.equal((await open.get(`/api/v1/${path}`)).headers.get('deprecation'), null);
          }
        },
      ),
      holds('`Sunset` only when `LEGACY_SUNSET` is set.', async ({ open, keyed }) => {
        assert.equal((await open.get('/api/ingest/docs')).headers.get('sunset'), null);
        assert.equal(
          (await keyed.get('/api/ingest/docs')).headers.get('sunset'),
          'Fri, 31 Dec 2027 00:00:00 GMT',
        );
        assert.equal((await keyed.get('/api/v1/ingest/docs')).headers.get('sunset'), null);
      }),
    ],
  },
  {
    document,
    section: 'Settings',
    rows: [
      hasDefault('`HOST` 127.0.0.1', 'HOST', '127.0.0.1'),
      hasDefault('`PORT` 8000', 'PORT', '8000'),
      hasDefault('`DATA_DIR` ./data', 'DATA_DIR', './data'),
      hasDefault('`LOG_DIR` ./logs', 'LOG_DIR', './logs'),
      hasDefault('`KV_STORE` `embedded`', 'KV_STORE', 'embedded'),
      NEEDS_REDIS.skip
        ? later('`redis://…`', NEEDS_REDIS.skip)
        : holds('`redis://…`', async () => {
            await using redis = await startRedis();
            await using service = await startService({ KV_STORE: redis.url, RATE_LIMIT_PER_MINUTE: '0' });
            assert.equal((await service.get('/ready')).status, 200);
            await redis.kill();
            const unready = await service.get('/ready');
            assertProblem(unready, 503);
            assert.match(unready.word('detail'), /kv_store/);
          }),
      hasDefault('`VECTOR_STORE` `embedded`', 'VECTOR_STORE', 'embedded'),
      NEEDS_SHARED_STORES.skip
        ? later(SHARED_STORES, NEEDS_SHARED_STORES.skip)
        : holds(SHARED_STORES, async () => {
            await using stores = await commonSharedServers();
            await using service = await startService({ ...stores.settings, RATE_LIMIT_PER_MINUTE: '0' });
            await service.ingest({ name: 'pool.txt', text: 'The pool opens at nine on Sundays.' });
            const reply = await service.ask('When does the pool open on Sundays?');
            assert.equal((reply.at('sources') as unknown[]).length, 1);
          }),
      hasDefault('`RECORD_STORE` `embedded`', 'RECORD_STORE', 'embedded'),
      hasDefault('`FILE_STORE` `embedded`', 'FILE_STORE', 'embedded'),
      holds('a mixture is refused in a sentence', () =>
        assert.match(
          startError({ RECORD_STORE: 'postgres://localhost/docent' }),
          /RECORD_STORE, VECTOR_STORE and FILE_STORE must be set together/,
        ),
      ),
      holds('`LLM_MODEL`, `LLM_BASE_URL`', async () => {
        const { LLM_MODEL: model, LLM_BASE_URL: baseUrl } = configOf({});
        assert.deepEqual([model, baseUrl], ['', '']);
        await using stand = await startWithModel();
        await stand.service.ask(POOL_QUESTION);
        // Where the address led to.
        assert.ok(stand.provider.requests.length > 0);
        assert.equal(stand.provider.requests[0]!.body.model, 'model-of-test');
      }),
      holds('`EMBEDDING_PROVIDER` `builtin`, `EMBEDDING_MODEL`, `EMBEDDING_BASE_URL`', async () => {
        assert.equal(configOf({}).EMBEDDING_PROVIDER, 'builtin');
        await using provider = await startOpenAiServer();
        await using _stand = await startWithModel({
          EMBEDDING_PROVIDER: 'openai-compatible',
          EMBEDDING_BASE_URL: provider.baseUrl,
          EMBEDDING_MODEL: 'embeddings-of-test',
        });
        // The document that it is started with was embedded.
        assert.ok(provider.requests.length > 0);
        assert.equal(provider.requests[0]!.body.model, 'embeddings-of-test');
      }),
      hasDefault('`CHAT_MODE` learning', 'CHAT_MODE', 'learning'),
      holds('`METRICS_ENABLED`.', async ({ open }) => {
        assert.equal(configOf({}).METRICS_ENABLED, 'false');
        assertProblem(await open.get('/metrics'), 404, 'route_not_found');
        await using stand = await startWithModel({ METRICS_ENABLED: 'true', API_KEY });
        stand.provider.answer(writes('The pool opens at nine on Sundays. [1]'));
        await stand.service.ask(POOL_QUESTION);
        const keyless = await stand.service.get('/metrics', { 'x-api-key': '' });
        assertProblem(keyless, 401, 'invalid_api_key');
        const { status, headers, text } = await stand.service.get('/metrics');
        assert.equal(status, 200);
        assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
        const series = parseExposition(text);
        const model = `model="openai-compatible/model-of-test"`;
        assert.equal(series.get(`docent_model_calls_total{${model}}`), stand.provider.requests.length);
        assert.equal(series.get(`docent_model_down{${model}}`), 0);
        assert.equal(series.get('docent_answers_total{mode="learning",outcome="composed"}'), 1);
      }),
      holds(
        'Every setting has a default, stands in `.env.example` with one line of explanation, and `docent config` prints the effective ones with secrets masked.',
        () => {
          const { status, stdout } = run(['config'], { API_KEY, PORT: '8123' });
          assert.equal(status, 0);
          assert.ok(!stdout.includes(API_KEY));
          assert.match(stdout, /^API_KEY=\*\*\*/m);
          assert.match(stdout, /^PORT=8123/m);
          const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
          for (const [name, value] of Object.entries(configOf({})))
            assert.ok(/^# \S/.test(lineBefore(example, `# ${name}=${value}`)), name);
        },
      ),
      saysNothing('Ours:', 'Defaults of those that the spec names:'),
      hasDefault('`API_KEY` empty', 'API_KEY', ''),
      hasDefault('`REQUIRE_AUTH_FOR_INGEST` false', 'REQUIRE_AUTH_FOR_INGEST', 'false'),
      hasDefault('`ALLOWED_HOSTS` `["*"]`', 'ALLOWED_HOSTS', '["*"]'),
      hasDefault('`TRUSTED_PROXIES` `[]`', 'TRUSTED_PROXIES', '[]'),
      hasDefault('`CORS_ORIGINS` `[]`', 'CORS_ORIGINS', '[]'),
      hasDefault('`LLM_PROVIDER` `extractive` (needs nothing)', 'LLM_PROVIDER', 'extractive'),
      hasDefault('`MAX_FILE_SIZE_MB` 50', 'MAX_FILE_SIZE_MB', '50'),
      hasDefault('`LOG_FORMAT` text', 'LOG_FORMAT', 'text'),
      hasDefault('`LOG_LEVEL` info.', 'LOG_LEVEL', 'info'),
      holds('Lists are given as JSON or comma-separated.', () => {
        for (const given of ['["a.example", "b.example"]', 'a.example,b.example', ' a.example , b.example '])
          assert.equal(configOf({ ALLOWED_HOSTS: given }).ALLOWED_HOSTS, '["a.example","b.example"]');
      }),
      holds('A name in `.env` that is close to a setting but none is reported.', () => {
        const [reported] = envFileWarnings('LLM_PROVDER=openai\nNODE_ENV=production\n');
        assert.match(reported ?? '', /LLM_PROVDER .*LLM_PROVIDER/);
      }),
      holds(
        'A bad value stops the start with a `ValueError` that names the setting, what it got and what it takes;',
        () => {
          const bad = {
            PORT: 'eighty',
            LOG_FORMAT: 'xml',
            MAX_FILE_SIZE_MB: '0',
            CORS_ORIGINS: '*',
            TRUSTED_PROXIES: '10.0.0.0/33',
            RATE_LIMIT_PER_MINUTE: '-1',
            REQUIRE_AUTH_FOR_INGEST: 'maybe',
            LEGACY_SUNSET: 'soon',
          };
          const message = startError(bad);
          assert.match(message, /^ValueError: /);
          for (const [name, value] of Object.entries(bad)) {
            const line = message.split('\n').find((text) => text.trim().startsWith(`${name} takes `));
            assert.ok(line?.includes(JSON.stringify(value)), `${name}: ${line}`);
          }
          assert.doesNotMatch(startError({ API_KEY: 'with a space' }), /with a space/);
        },
      ),
      holds('nothing half-starts.', () => {
        const { status, stdout, stderr, left } = run([], { PORT: 'eighty' });
        assert.deepEqual([status, stdout, left], [1, '', []]);
        assert.match(
          stderr,
          /^ValueError: .*PORT takes a whole number from 0 to 65535: current value is "eighty"/s,
        );
      }),
      holds(
        '`RATE_LIMIT_PER_MINUTE` 60, fixed one-minute window per client address (IPv6 by /64), counted in the key-value store;',
        async ({ limited }) => {
          assert.equal(configOf({}).RATE_LIMIT_PER_MINUTE, '60');
          const figures = async (client: string) => {
            const { headers } = await limited.get('/health', { 'x-forwarded-for': client });
            return [headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-reset')];
          };
          const [, reset] = await figures('2001:db8:1:2::1');
          await sleep(10);
          assert.deepEqual(await figures('2001:db8:1:2:ffff::9'), ['58', reset]);
          assert.equal((await figures('2001:db8:1:3::1'))[0], '59');
          assert.equal((await figures('::ffff:203.0.113.240'))[0], '59');
          assert.equal((await figures('203.0.113.240'))[0], '58');
        },
      ),
      ...beyond,
      heldBy(
        '| Rate-limit store error',
        'While the key-value store is down `X-RateLimit-*` are left out: no false figures.',
      ),
      holds('0 turns it off.', async () => {
        await using stand = await openHttpStand({ settings: { rateLimitPerMinute: 0 } });
        const replies = await Promise.all(Array.from({ length: 100 }, () => getFrom(stand, '/health')));
        assert.ok(
          replies.every(({ status, headers }) => status === 200 && headers.get('x-ratelimit-limit') === null),
        );
      }),
    ],
  },
];

/** The line above the one that is `line`; empty when there is none. */
function lineBefore(text: string, line: string): string {
  const lines = text.split('\n');
  return lines[lines.indexOf(line) - 1] ?? '';
}
