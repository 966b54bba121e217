import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../scripts/api-client.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { NEEDS_REDIS, startRedis } from './redis-server.ts';
import { startServer } from './server-process.ts';

const SETTLE_TIMEOUT_MS = 120_000;
/** Only what never comes takes so long, however busy the machine is. */
const PATIENCE_MS = 60_000;
const LIMIT = 20;
const QUESTION = 'When does the pool open on Sundays?';
/** Only the conversation says that it is not about the museum. */
const FOLLOW_UP = 'When does it close?';
const DOCUMENTS = {
  'pool.txt': 'The pool opens at nine on Sundays.\n\nThe pool closes at eight.',
  'museum.txt': 'The museum opens at ten on Sundays.\n\nThe museum closes at five.',
};

describe('Docent with KV_STORE=redis://…', NEEDS_REDIS, () => {
  test('servers that share a Redis count a client together, and another prefix alone', async () => {
    await using redis = await startRedis();
    const settings = { KV_STORE: redis.url, RATE_LIMIT_PER_MINUTE: String(LIMIT) };
    await using one = await openServer({ settings });
    await using other = await openServer({ settings });
    await using stranger = await openServer({ settings: { ...settings, KV_PREFIX: 'stranger:' } });
    const replies: Response[] = [];
    for (let turn = 0; turn < 2 * LIMIT; turn++) replies.push(await counted(turn % 2 ? one : other));
    const remaining = replies
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.get('x-ratelimit-remaining'));
    assert.ok(remaining.length <= LIMIT, `${remaining.length} passed`);
    assert.equal(new Set(remaining).size, remaining.length, 'each has a number of its own');
    for (const { status, headers } of replies.slice(-2)) {
      assert.equal(status, 429);
      const seconds = Number(headers.get('retry-after'));
      assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
    }
    assert.equal((await counted(stranger)).status, 200);
  });

  test('a conversation goes on with another server, and a repeated upload gets its first reply', async () => {
    await using redis = await startRedis();
    await using first = await openServer({ settings: { KV_STORE: redis.url } });
    const accepted = await upload(first, 'key-1');
    assert.equal(accepted.status, 202);
    await upload(first, 'key-2', 'museum.txt');
    await createApiClient(first.url).settled(SETTLE_TIMEOUT_MS);
    await ask(first, QUESTION);
    await first.stop();

    await using second = await openServer({ folder: first.folder, settings: { KV_STORE: redis.url } });
    await assertRemembers(second);
    const repeated = await upload(second, 'key-1');
    assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(await repeated.json(), await accepted.json());
    const forgotten = await fetch(`${second.url}/api/v1/chat/memory`, { method: 'DELETE', headers: AS_ADA });
    assert.equal(((await forgotten.json()) as { conversations: number }).conversations, 1);
  });

  test('while Redis is down, answers come without memory, and what needs it is refused', async () => {
    await using redis = await startRedis();
    await using server = await openServer({
      settings: { KV_STORE: redis.url, RATE_LIMIT_PER_MINUTE: '1000000' },
    });
    await upload(server, 'key-1');
    await upload(server, 'key-2', 'museum.txt');
    await createApiClient(server.url).settled(SETTLE_TIMEOUT_MS);
    assert.deepEqual(await healthOf(server), ['ok', 'ok']);

    // Every answer comes, before, during and after each outage.
    let asking = true;
    let answers = 0;
    const clients = Array.from({ length: 4 }, async () => {
      while (asking) {
        assert.match((await ask(server, QUESTION)).answer, /nine on Sundays/);
        answers += 1;
      }
    });
    const moreAnswers = async () => {
      const reached = answers + 20;
      while (answers < reached) await Promise.race([sleep(10), ...clients]);
    };

    const outages = [
      [() => redis.kill(), () => redis.restart()],
      [async () => redis.signal('SIGSTOP'), async () => redis.signal('SIGCONT')],
    ] as const;
    for (const [begin, end] of outages) {
      await moreAnswers();
      await begin();
      await moreAnswers();
      const unready = await get(server, '/ready');
      assert.equal(unready.status, 503);
      const problem = (await unready.json()) as { detail: string; dependencies: object };
      assert.match(problem.detail, /kv_store/);
      assert.deepEqual(problem.dependencies, { kv_store: 'unavailable', vector_store: 'ok' });
      for (const refused of [
        await upload(server, 'key-3'),
        await fetch(`${server.url}/api/v1/chat/memory`, { method: 'DELETE', headers: AS_ADA }),
      ]) {
        assert.equal(refused.status, 503);
        assert.ok(Number(refused.headers.get('retry-after')) >= 1);
        assert.equal(((await refused.json()) as { code: string }).code, 'store_unavailable');
      }
      const uncounted = await get(server, '/health');
      assert.deepEqual([uncounted.status, uncounted.headers.get('x-ratelimit-limit')], [200, null]);

      await end();
      await untilReady(server);
      await moreAnswers();
      assert.equal((await upload(server, 'key-1')).headers.get('idempotent-replayed'), 'true');
    }
    asking = false;
    await Promise.all(clients);
    await assertRemembers(server);
  });

  test('without Redis the start is degraded, the log says why without the password, and Redis may come later', async () => {
    await using redis = await startRedis('--requirepass', 'open-sesame');
    await redis.kill();
    const url = redis.url.replace('//', '//:open-sesame@');
    await using server = await startServer({ settings: { KV_STORE: url } });
    assert.deepEqual(await healthOf(server), ['degraded', 'unavailable']);
    assert.equal((await get(server, '/ready')).status, 503);
    assert.match(server.output(), /Redis cannot be used error=.*ECONNREFUSED/);
    await redis.restart();
    await untilReady(server);
    // What the start found stays.
    assert.deepEqual(await healthOf(server), ['degraded', 'unavailable']);
    assert.doesNotMatch(server.output(), /sesame/);
    assert.equal((await server.stop('SIGTERM')).code, 0);
  });
});

type Server = Pick<OpenServer, 'url'>;

const AS_ADA = { 'x-user-id': 'ada' };

function get(server: Server, path: string): Promise<Response> {
  return fetch(server.url + path, { signal: AbortSignal.timeout(PATIENCE_MS) });
}

/** Where the machine is too busy to count within the limiter's time, requests pass without figures. */
async function counted(server: Server): Promise<Response> {
  const waitUntil = performance.now() + PATIENCE_MS;
  for (;;) {
    const reply = await get(server, '/health');
    if (reply.headers.has('x-ratelimit-limit')) return reply;
    assert.ok(performance.now() < waitUntil, 'requests should be counted again');
    await sleep(50);
  }
}

async function ask(server: Server, question: string): Promise<{ answer: string }> {
  const reply = await fetch(`${server.url}/api/v1/chat`, {
    method: 'POST',
    headers: { ...AS_ADA, 'content-type': 'application/json' },
    body: JSON.stringify({ question, conversation_id: 'pool' }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  assert.equal(reply.status, 200, await reply.clone().text());
  return (await reply.json()) as { answer: string };
}

function upload(server: Server, key: string, name: keyof typeof DOCUMENTS = 'pool.txt'): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([DOCUMENTS[name]]), name);
  return fetch(`${server.url}/api/v1/ingest/upload`, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: form,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

async function assertRemembers(server: Server): Promise<void> {
  const { answer } = await ask(server, FOLLOW_UP);
  assert.match(answer, /The pool closes at eight/);
  assert.doesNotMatch(answer, /museum/);
}

async function healthOf(server: Server): Promise<[string, string]> {
  const { status, dependencies } = (await (await get(server, '/health')).json()) as {
    status: string;
    dependencies: { kv_store: string };
  };
  return [status, dependencies.kv_store];
}

async function untilReady(server: Server): Promise<void> {
  const waitUntil = performance.now() + PATIENCE_MS;
  while ((await get(server, '/ready')).status !== 200) {
    assert.ok(performance.now() < waitUntil, 'it should be ready again');
    await sleep(20);
  }
}
