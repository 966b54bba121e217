import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryKeyValueStore } from '../../adapters/key-value/memory.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Logger } from '../../ports/logger.ts';
import { createRateLimiter } from './rate-limit.ts';

/** A limiter of three a minute, with a clock that stands until it is moved, before `counters` or a working store. */
function standing(counters?: Pick<KeyValueStore, 'increment'>) {
  const clock = { now: 1_700_000_000_250 };
  const now = () => clock.now;
  const lines: string[] = [];
  const write = (message: string) => lines.push(message);
  const logger: Logger = { debug: write, info: write, warn: write, error: write, enabled: () => true };
  const store = counters ?? createMemoryKeyValueStore({ now });
  return { clock, lines, limiter: createRateLimiter({ counters: store, perMinute: 3, logger, now }) };
}

describe('the rate limit', () => {
  it("reports the remaining requests and the window's end, and refuses excess ones with the time to wait", async () => {
    const { limiter, clock } = standing();
    const results = [];
    for (let i = 0; i < 4; i++) {
      results.push(await limiter.count('192.0.2.1'));
      clock.now += 1_000;
    }
    assert.deepEqual(
      results.map(({ headers }) => headers['x-ratelimit-remaining']),
      ['2', '1', '0', '0'],
    );
    for (const { headers } of results) {
      assert.equal(headers['x-ratelimit-limit'], '3');
      // 1,700,000,060.25 seconds since the epoch, in whole ones.
      assert.equal(headers['x-ratelimit-reset'], '1700000061');
    }
    assert.deepEqual(
      results.map(({ refusal }) => refusal),
      [undefined, undefined, undefined, { code: 'rate_limited', limit: 3, retryAfterSeconds: 57 }],
    );
  });

  it('counts each client separately, and starts again when its minute is over', async () => {
    const { limiter, clock } = standing();
    for (let i = 0; i < 4; i++) await limiter.count('a');
    assert.equal((await limiter.count('b')).refusal, undefined);
    clock.now += 59_999;
    assert.ok((await limiter.count('a')).refusal);
    clock.now += 1;
    const { refusal, headers } = await limiter.count('a');
    assert.equal(refusal, undefined);
    assert.equal(headers['x-ratelimit-remaining'], '2');
  });

  it('of zero counts nothing', async () => {
    const limiter = createRateLimiter({
      counters: { increment: () => assert.fail('asked') },
      perMinute: 0,
      logger: SILENT,
      now: () => 0,
    });
    assert.deepEqual(await limiter.count('a'), { headers: {}, refusal: undefined });
  });
});

describe('a store that fails', () => {
  it('lets all requests pass without figures, is retried once a second, and is logged once', async () => {
    let asked = 0;
    let fails = true;
    const { limiter, clock, lines } = standing({
      async increment() {
        asked += 1;
        if (fails) throw new Error('connect ECONNREFUSED');
        return { count: 1, expiresAt: 1_700_000_060_000 };
      },
    });
    for (let i = 0; i < 1_000; i++) {
      assert.deepEqual(await limiter.count('a'), { headers: {}, refusal: undefined });
      if (i % 100 === 99) clock.now += 250;
    }
    assert.equal(asked, 1 + 2);
    assert.deepEqual(lines, ['Requests cannot be counted; admitting them without a rate limit']);

    fails = false;
    clock.now += 1_000;
    assert.equal((await limiter.count('a')).headers['x-ratelimit-limit'], '3');
    assert.deepEqual(lines.slice(1), ['Requests are counted again']);
  });

  it('by never answering delays one request for a moment, and the next not at all', async () => {
    let asked = 0;
    const { limiter } = standing({
      increment: () => {
        asked += 1;
        return new Promise(() => {});
      },
    });
    assert.equal((await limiter.count('a')).refusal, undefined);
    for (let i = 0; i < 100; i++) assert.equal((await limiter.count('a')).refusal, undefined);
    assert.equal(asked, 1);
  });
});
