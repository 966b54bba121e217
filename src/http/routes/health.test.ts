import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { StillLoading } from '../../errors.ts';
import { Health } from '../schemas/health.ts';
import { Problem } from '../schemas/problem.ts';

const up = async () => {};
const down = async () => {
  throw new Error('connect ECONNREFUSED 10.1.2.3:6379');
};
const silent = () => new Promise<void>(() => {});

describe('/ready', () => {
  it('says that a store is loading, and so does /health, until it answers', async () => {
    let isLoading = true;
    const loading = async () => {
      if (isLoading) throw new StillLoading();
    };
    await using stand = await openHttpStand({ probes: { kv_store: up, vector_store: loading } });
    const response = await stand.get('/ready');
    const problem = Problem.parse(await response.json());
    assert.equal(response.status, 503);
    assert.equal(problem.detail, 'vector_store is still loading. Try again in 5 s.');
    assert.deepEqual(problem.dependencies, { kv_store: 'ok', vector_store: 'loading' });
    const health = async () => Health.parse(await (await stand.get('/health')).json());
    const { status, dependencies } = await health();
    assert.deepEqual([status, dependencies.vector_store], ['ok', 'loading']);
    isLoading = false;
    assert.equal((await stand.get('/ready')).status, 200);
    assert.equal((await health()).dependencies.vector_store, 'ok');
  });

  for (const [what, probes, named] of [
    ['the key-value store', { kv_store: down, vector_store: up }, 'kv_store'],
    ['the vector store', { kv_store: up, vector_store: down }, 'vector_store'],
    ['both stores', { kv_store: down, vector_store: silent }, 'kv_store and vector_store'],
  ] as const) {
    it(`is 503 naming ${what} when down, and tells no address`, async () => {
      await using stand = await openHttpStand({ probes, limits: { probeTimeoutMs: 50 } });
      const response = await stand.get('/ready');
      const text = await response.text();
      const problem = Problem.parse(JSON.parse(text));
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
      assert.equal(response.headers.get('retry-after'), '5');
      assert.ok(problem.detail.startsWith(`${named} `), problem.detail);
      assert.deepEqual(problem.dependencies, {
        kv_store: named.includes('kv') ? 'unavailable' : 'ok',
        vector_store: named.includes('vector') ? 'unavailable' : 'ok',
      });
      assert.doesNotMatch(text, /10\.1\.2\.3/);
      assert.equal((await stand.get('/health')).status, 200);
    });
  }

  it('turns 503 when a store goes down, and back when it is up again, without a restart', async () => {
    const state = { up: true };
    const probe = () => (state.up ? up() : silent());
    await using stand = await openHttpStand({
      probes: { kv_store: probe, vector_store: up },
      limits: { probeTimeoutMs: 100 },
    });
    for (const [isUp, status] of [
      [true, 200],
      [false, 503],
      [false, 503],
      [true, 200],
    ] as const) {
      state.up = isUp;
      assert.equal((await stand.get('/ready')).status, status);
    }
  });

  it('waits for both stores at once: each of these answers when the other is asked', async () => {
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    await using stand = await openHttpStand({
      probes: {
        kv_store: () => {
          first.resolve();
          return second.promise;
        },
        vector_store: () => {
          second.resolve();
          return first.promise;
        },
      },
      limits: { probeTimeoutMs: 60_000 },
    });
    assert.equal((await stand.get('/ready')).status, 200);
  });
});
