import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { givenAnswer } from '../../../test/curation-stand.ts';
import { openHttpStand } from '../../../test/http-stand.ts';
import { until } from '../../../test/until.ts';
import type { Scope } from '../../ports/access-store.ts';
import { Problem } from '../schemas/problem.ts';
import { AuditList, CreatedKey, KeyList, Me } from './access.ts';

type Stand = Awaited<ReturnType<typeof openHttpStand>>;

const API_KEY = 'correct-horse-battery-staple';
const operator = { 'x-api-key': API_KEY };

async function create(stand: Stand, body: object, headers: Record<string, string> = operator) {
  const response = await stand.postJson('/api/v1/keys', body, headers);
  assert.equal(response.status, 201, await response.clone().text());
  return CreatedKey.parse(await response.json());
}

async function me(stand: Stand, key?: string) {
  const response = await stand.get('/api/v1/me', key === undefined ? {} : { headers: { 'x-api-key': key } });
  return response.status === 200 ? Me.parse(await response.json()) : response.status;
}

/** An operation for each rule that a key may meet, without a body that could be accepted. */
const OPERATIONS: readonly (readonly [method: string, path: string, scopes: readonly Scope[]])[] = [
  ['POST', '/api/v1/chat', ['ask']],
  ['POST', '/api/v1/chat/stream', ['ask']],
  ['POST', '/api/v1/search', ['ask']],
  ['DELETE', '/api/v1/chat/memory', ['ask']],
  ['POST', '/v1/chat/completions', ['ask']],
  ['GET', '/v1/models', ['ask']],
  ['GET', '/api/v1/ingest/docs', ['ask', 'ingest', 'review', 'operate']],
  ['GET', '/api/v1/ingest/none/text', ['ask', 'ingest', 'review', 'operate']],
  ['POST', '/api/v1/ingest', ['ingest']],
  ['POST', '/api/v1/ingest/upload', ['ingest']],
  ['PATCH', '/api/v1/ingest/none', ['ingest']],
  ['DELETE', '/api/v1/ingest/none', ['ingest']],
  ['GET', '/api/v1/review/pending', ['review']],
  ['POST', '/api/v1/review/none/approve', ['review']],
  ['GET', '/api/v1/chat/none/trace', ['review', 'operate']],
  ['GET', '/api/v1/feedback', ['review', 'operate']],
  ['GET', '/api/v1/quality/summary', ['operate']],
  ['GET', '/api/v1/settings', ['operate']],
  ['POST', '/api/v1/settings/models/none/check', ['operate']],
  ['POST', '/api/v1/ingest/reindex', ['operate']],
  ['GET', '/api/v1/keys', []],
  ['GET', '/api/v1/audit', []],
];

describe('a named key', () => {
  let stand: Stand;
  before(async () => {
    stand = await openHttpStand({ settings: { apiKey: API_KEY } });
  });
  after(() => stand[Symbol.asyncDispose]());

  for (const scope of ['ask', 'ingest', 'review', 'operate', 'admin'] as const) {
    it(`with the scope ${scope} may do what the scope says, and nothing else`, async () => {
      const { key } = await create(stand, { name: `only-${scope}`, scopes: [scope] });
      for (const [method, path, scopes] of OPERATIONS) {
        const body = method === 'POST' || method === 'PATCH' ? '{' : null;
        const headers = { 'x-api-key': key, ...(body !== null && { 'content-type': 'application/json' }) };
        const response = await stand.get(path, { method, headers, body });
        const isPermitted = scope === 'admin' || scopes.includes(scope);
        assert.equal(response.status !== 403, isPermitted, `${method} ${path}: ${response.status}`);
        assert.notEqual(response.status, 401, path);
        await response.arrayBuffer();
      }
    });
  }

  it('is refused with the scopes that would do', async () => {
    const { key } = await create(stand, { name: 'asker', scopes: ['ask'] });
    const response = await stand.get('/api/v1/review/pending', { headers: { 'x-api-key': key } });
    const problem = Problem.parse(await response.json());
    assert.equal(problem.code, 'key_not_permitted');
    assert.match(problem.detail, /scope review/);
  });

  it('is refused with the tags as the reason only where its scope would do', async () => {
    const { key } = await create(stand, { name: 'hr-reader', scopes: ['ask'], tags: ['hr'] });
    for (const [path, reason] of [
      ['/api/v1/ingest/summary', /^This is about all documents, .* a key without tags\.$/],
      ['/api/v1/review/pending', /^This needs a key with the scope review\. /],
    ] as const) {
      const response = await stand.get(path, { headers: { 'x-api-key': key } });
      assert.match(Problem.parse(await response.json()).detail, reason);
    }
  });

  it('is shown once: the store, the list and the log have not more than its first characters', async () => {
    const { key, prefix } = await create(stand, { name: 'shown-once', scopes: ['ask'] });
    assert.match(key, /^docent_[\w-]{43}$/);
    assert.ok(key.startsWith(prefix) && prefix.length < 16);
    const list = await (await stand.get('/api/v1/keys', { headers: operator })).text();
    const stored = JSON.stringify(await stand.curationStore.keys());
    for (const text of [list, stored, JSON.stringify(stand.log)]) assert.ok(!text.includes(key));
  });

  it('says what it may do, as no key and API_KEY do', async () => {
    const { key } = await create(stand, { name: 'reviewer', scopes: ['review'] });
    assert.deepEqual(await me(stand, key), {
      ...{ name: 'reviewer', scopes: ['review'], tags: null, expires_at: null },
      may: ['open', 'read', 'overview', 'review', 'explain', 'ratings'],
    });
    assert.deepEqual(await me(stand), {
      ...{ name: null, scopes: [], tags: null, expires_at: null },
      may: ['open', 'ask', 'share', 'read', 'overview', 'add'],
    });
    const all = await me(stand, API_KEY);
    assert.ok(typeof all === 'object' && all.name === 'API_KEY' && all.may.includes('admin'));
  });

  it('is taken as a bearer token by clients of OpenAI, which may send one of another service as well', async () => {
    const { key } = await create(stand, { name: 'ingester', scopes: ['ingest'] });
    const models = (token: string) =>
      stand.get('/v1/models', { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await models(key)).status, 403);
    assert.equal((await models('sk-of-another-service')).status, 200);
  });

  it('is rejected once it was revoked or has expired, even where no key is needed', async () => {
    const { key } = await create(stand, { name: 'leaving', scopes: ['ask'] });
    const models = () => stand.get('/v1/models', { headers: { 'x-api-key': key } });
    assert.equal((await models()).status, 200);
    const gone = await stand.get('/api/v1/keys/leaving', { method: 'DELETE', headers: operator });
    assert.deepEqual(await gone.json(), { name: 'leaving', status: 'revoked' });
    assert.equal((await models()).status, 401);
    assert.equal(await me(stand, key), 401);
    const again = await stand.get('/api/v1/keys/leaving', { method: 'DELETE', headers: operator });
    assert.equal(Problem.parse(await again.json()).code, 'key_not_found');

    const expires_at = new Date(Date.now() + 300).toISOString();
    const brief = await create(stand, { name: 'brief', scopes: ['ask'], expires_at });
    assert.equal(brief.expires_at, expires_at);
    await until(async () => (await me(stand, brief.key)) === 401);
  });

  it('shows when it was last used', async () => {
    const { key } = await create(stand, { name: 'used', scopes: ['ask'] });
    const used = async () => {
      const { keys } = KeyList.parse(
        await (await stand.get('/api/v1/keys?limit=200', { headers: operator })).json(),
      );
      return keys.find(({ name }) => name === 'used')?.last_used_at;
    };
    assert.equal(await used(), null);
    await me(stand, key);
    await until(async () => (await used()) !== null);
  });

  it('with tags says so, and cannot do what is about all documents', async () => {
    const { key, tags } = await create(stand, {
      name: 'limited',
      scopes: ['ask', 'review'],
      tags: ['it', 'hr', 'it'],
    });
    assert.deepEqual(tags, ['hr', 'it']);
    const caller = await me(stand, key);
    assert.ok(typeof caller === 'object');
    assert.deepEqual(
      [caller.tags, caller.may],
      [
        ['hr', 'it'],
        ['open', 'ask', 'read', 'review', 'explain'],
      ],
    );
    const summary = await stand.get('/api/v1/ingest/summary', { headers: { 'x-api-key': key } });
    assert.match(Problem.parse(await summary.json()).detail, /without tags/);
  });

  it('has a name of its own, at least one scope, and an end in the future', async () => {
    const post = async (body: object) => (await stand.postJson('/api/v1/keys', body, operator)).status;
    await create(stand, { name: 'twin', scopes: ['ask'] });
    assert.equal(await post({ name: 'twin', scopes: ['ask'] }), 409);
    for (const body of [
      { name: 'API_KEY', scopes: ['ask'] },
      { name: 'two words', scopes: ['ask'] },
      { name: 'none', scopes: [] },
      { name: 'blind', scopes: ['ask'], tags: [] },
      { name: 'both', scopes: ['ask', 'admin'], tags: ['hr'] },
      { name: 'unknown', scopes: ['everything'] },
      { name: 'late', scopes: ['ask'], expires_at: '2020-01-01T00:00:00Z' },
    ])
      assert.equal(await post(body), 422, JSON.stringify(body));
  });
});

describe('the quotas of a key', () => {
  it('limit its requests in a minute, whatever address they come from, and leave others alone', async () => {
    await using stand = await openHttpStand({ settings: { apiKey: API_KEY } });
    const { key } = await create(stand, { name: 'busy', scopes: ['ask'], requests_per_minute: 2 });
    const models = (given: string) =>
      stand.get('/v1/models', { headers: { authorization: `Bearer ${given}` } });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await models(key)).status);
    assert.deepEqual(statuses, [200, 200, 429]);
    const refused = await stand.get('/api/v1/me', { headers: { 'x-api-key': key } });
    assert.equal(refused.headers.get('x-ratelimit-limit'), '2');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.match(Problem.parse(await refused.json()).detail, /^This key may send 2 requests/);
    assert.equal((await models(API_KEY)).status, 200);
  });

  it('limit its answers in a day, on every way to ask, and are in the list', async () => {
    await using stand = await openHttpStand({ settings: { apiKey: API_KEY } });
    const { key } = await create(stand, { name: 'curious', scopes: ['ask'], answers_per_day: 2 });
    const headers = { 'x-api-key': key };
    const question = 'What does a family ticket cost?';
    const ask = (path: string) => stand.postJson(path, { question }, headers);
    assert.equal((await ask('/api/v1/chat')).status, 200);
    assert.equal((await ask('/api/v1/chat/stream')).status, 200);
    assert.equal((await ask('/api/v1/chat')).status, 429);
    const streamed = await ask('/api/v1/chat/stream');
    assert.ok(Number(streamed.headers.get('retry-after')) > 86_000);
    assert.equal(Problem.parse(await streamed.json()).code, 'quota_exceeded');
    const body = { model: 'docent', messages: [{ role: 'user', content: question }] };
    assert.equal((await stand.postJson('/v1/chat/completions', body, headers)).status, 429);
    assert.equal((await stand.get('/v1/models', { headers })).status, 200);
    assert.equal((await stand.postJson('/api/v1/chat', { question }, operator)).status, 200);
    const list = KeyList.parse(await (await stand.get('/api/v1/keys', { headers: operator })).json());
    const { answers_per_day, answers_used, requests_per_minute } = list.keys[0]!;
    assert.deepEqual([answers_per_day, answers_used, requests_per_minute], [2, 5, null]);
  });
});

describe('the list of keys and the audit log', () => {
  it('are read page by page, the newest first, each once though keys are revoked meanwhile', async () => {
    await using stand = await openHttpStand({ settings: { apiKey: API_KEY } });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create(stand, { name, scopes: ['ask'] });
    const page = async (query: string) =>
      KeyList.parse(await (await stand.get(`/api/v1/keys?${query}`, { headers: operator })).json());
    const first = await page('limit=2');
    assert.equal(first.total, 5);
    const last = first.keys[1]!.name;
    await stand.get(`/api/v1/keys/${last}`, { method: 'DELETE', headers: operator });
    const rest = await page(`limit=9&cursor=${first.next_cursor}`);
    assert.equal(rest.next_cursor, null);
    const names = [...first.keys, ...rest.keys].map(({ name }) => name);
    assert.deepEqual(names.toSorted(), ['a', 'b', 'c', 'd', 'e']);

    const audit = async (query: string) =>
      AuditList.parse(await (await stand.get(`/api/v1/audit?${query}`, { headers: operator })).json());
    const log = await audit('limit=1');
    assert.equal(log.total, 6);
    assert.deepEqual(
      log.entries.map(({ actor, action, subject }) => [actor, action, subject]),
      [['API_KEY', 'key.revoked', last]],
    );
    const older = await audit(`limit=9&cursor=${log.next_cursor}`);
    assert.deepEqual(new Set(older.entries.map(({ action }) => action)), new Set(['key.created']));
  });

  it('name the key that made a decision', async () => {
    await using stand = await openHttpStand({ settings: { apiKey: API_KEY } });
    const { key } = await create(stand, { name: 'reviewer', scopes: ['review'] });
    const question = 'When does the castle open?';
    const entryId = await stand.review.hold(givenAnswer(question));
    const headers = { 'x-api-key': key };
    const rejected = await stand.postJson(`/api/v1/review/${entryId}/reject`, {}, headers);
    assert.equal(rejected.status, 200);
    const { entries } = AuditList.parse(
      await (await stand.get('/api/v1/audit', { headers: operator })).json(),
    );
    const { actor, action, subject, title } = entries[0]!;
    assert.deepEqual([actor, action, subject], ['reviewer', 'answer.rejected', entryId]);
    assert.equal(title, question);
  });
});

describe('without API_KEY', () => {
  it('no key can be made, as it would protect nothing, and none is looked at', async () => {
    await using stand = await openHttpStand({ settings: { apiKey: '', requireAuthForChat: true } });
    const refused = await stand.postJson('/api/v1/keys', { name: 'a', scopes: ['ask'] });
    assert.equal(Problem.parse(await refused.json()).code, 'keys_need_api_key');
    const caller = await me(stand, 'docent_unknown');
    assert.ok(typeof caller === 'object' && caller.name === null && caller.may.includes('admin'));
  });
});

describe('REQUIRE_AUTH_FOR_CHAT', () => {
  const READS = OPERATIONS.filter(([, , scopes]) => scopes.includes('ask'));
  for (const requireAuthForChat of [false, true]) {
    it(`${requireAuthForChat ? 'asks for' : 'is off by default, and asks for no'} key to ask, search, list and read`, async () => {
      await using stand = await openHttpStand({ settings: { apiKey: API_KEY, requireAuthForChat } });
      const { key } = await create(stand, { name: 'asker', scopes: ['ask'] });
      for (const [method, path] of READS) {
        const status = async (headers: Record<string, string>) => {
          const body = method === 'POST' ? '{' : null;
          const type = body === null ? undefined : { 'content-type': 'application/json' };
          return (await stand.get(path, { method, headers: { ...type, ...headers }, body })).status;
        };
        assert.equal((await status({})) === 401, requireAuthForChat, path);
        for (const given of [key, API_KEY]) assert.notEqual(await status({ 'x-api-key': given }), 401, path);
      }
      assert.equal((await stand.postJson('/api/v1/feedback', { rating: 'up' })).status, 201);
    });
  }
});
