import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { KEPT, MINUTE } from '../../../test/conformance/key-value-store/clock.ts';
import { keyValueStoreConformance } from '../../../test/conformance/key-value-store.ts';
import { NEEDS_REDIS, type RedisServer, startRedis } from '../../../test/redis-server.ts';
import { RefusedError } from '../../errors.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { Logger } from '../../ports/logger.ts';
import { openRedisKeyValueStore } from './redis.ts';

/** Only what never comes takes so long, however busy the machine is. */
const PATIENCE_MS = 60_000;

let server: RedisServer;
/** Looks into the server past the driver. */
let redis: Redis;

before(async () => {
  if (NEEDS_REDIS.skip) return;
  server = await startRedis();
  redis = new Redis(server.url);
});

after(async () => {
  if (NEEDS_REDIS.skip) return;
  redis.disconnect();
  await server[Symbol.asyncDispose]();
});

const open = (prefix: string, logger: Logger = SILENT) =>
  openRedisKeyValueStore(server.address, { prefix, logger, now: Date.now });

keyValueStoreConformance(
  'Redis',
  (folder, { now }) =>
    openRedisKeyValueStore(server.address, { prefix: `${basename(folder)}:`, logger: SILENT, now }),
  { pass: letTimePass, toleranceMs: MINUTE - 1, skip: NEEDS_REDIS.skip },
);

describe('The store on Redis', NEEDS_REDIS, () => {
  test('stores with one prefix are one store, and others know nothing of it', async () => {
    await using one = await open('shared:');
    await using other = await open('shared:');
    await using stranger = await open('strange:');
    await one.set('k', 'v', KEPT);
    assert.equal(await other.get('k'), 'v');
    assert.equal(await stranger.get('k'), undefined);
    assert.deepEqual((await stranger.list('', { limit: 9 })).entries, []);
    const counted = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (i % 2 ? one : other).increment('c', { ttlMs: MINUTE })),
    );
    assert.deepEqual(
      counted.map(({ count }) => count).sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
  });

  test('what is written while others delete, list and sweep stays in the list', async () => {
    await using one = await open('races:');
    await using other = await open('races:');
    const keys = Array.from({ length: 8 }, (_, i) => `k${i}`);
    for (let round = 0; round < 100; round++) {
      await Promise.all(
        keys.flatMap((key) => [
          one.set(key, 'v', KEPT),
          other.delete(key),
          one.list('', { limit: 100 }),
          other.set(`${key}'`, 'v', KEPT),
          one.delete(`${key}'`),
        ]),
      );
      const { entries } = await one.list('', { limit: 100 });
      const present = await Promise.all(
        keys.flatMap((key) => [key, `${key}'`]).map(async (key) => ((await one.get(key)) ? [key] : [])),
      );
      assert.deepEqual(
        entries.map(({ key }) => key),
        present.flat().sort(),
      );
    }
  });

  test('entries expire in Redis, and later writes take their keys from the list', async () => {
    await using store = await open('expiring:');
    for (let i = 0; i < 40; i++) await store.set(`dies${i}`, 'v', { ttlMs: MINUTE });
    await letTimePass(MINUTE);
    assert.deepEqual(await redis.keys('expiring:entry/*'), []);
    const waitUntil = performance.now() + PATIENCE_MS;
    while ((await redis.zcard('expiring:keys')) > 1 && performance.now() < waitUntil) {
      await store.set('stays', 'v', KEPT);
    }
    assert.deepEqual(await redis.zrange('expiring:keys', '0', '-1'), ['stays']);
  });

  test('a server that stops answering costs little, and is used again when it answers', async () => {
    await using stalling = await startRedis();
    const log: string[] = [];
    const logger = {
      ...SILENT,
      warn: (line: string) => log.push(line),
      info: (line: string) => log.push(line),
    };
    await using store = await openRedisKeyValueStore(stalling.address, { prefix: '', logger, now: Date.now });
    await store.set('k', 'v', KEPT);
    stalling.signal('SIGSTOP');
    await assert.rejects(store.get('k'), isUnavailable);
    const startedAt = performance.now();
    // Each would wait for its time limit, were the connection not given up.
    for (let i = 0; i < 1_000; i++) await assert.rejects(store.get('k'), isUnavailable);
    assert.ok(performance.now() - startedAt < PATIENCE_MS);
    await assert.rejects(store.ping(AbortSignal.timeout(PATIENCE_MS)), isUnavailable);
    stalling.signal('SIGCONT');
    await untilAnswering(store);
    assert.equal(await store.get('k'), 'v');
    assert.equal(log.at(-1), 'Redis can be used again');
    assert.equal(log.filter((line) => line === 'Redis can be used again').length, 1);
  });

  test('a killed server refuses at once what was under way, and nothing is sent twice', async () => {
    await using mortal = await startRedis();
    await using store = await openRedisKeyValueStore(mortal.address, {
      prefix: '',
      logger: SILENT,
      now: Date.now,
    });
    let acknowledged = 0;
    let counting = true;
    const clients = Array.from({ length: 8 }, async () => {
      while (counting) {
        try {
          await store.increment('c', { ttlMs: 60 * MINUTE });
          acknowledged += 1;
        } catch (error) {
          assert.ok(isUnavailable(error));
          await sleep(1);
        }
      }
    });
    while (acknowledged < 100) await sleep(1);
    await mortal.kill();
    await assert.rejects(store.increment('c', { ttlMs: 60 * MINUTE }), isUnavailable);
    await mortal.restart();
    await untilAnswering(store);
    counting = false;
    await Promise.all(clients);
    const counted = Number(await store.get('c'));
    // Those without an answer, one of each client, may have been counted.
    assert.ok(
      counted >= acknowledged && counted <= acknowledged + 8,
      `${acknowledged} acknowledged, ${counted} counted`,
    );
  });

  test('a wrong password and a database that is not there are faults, logged without the password', async () => {
    await using locked = await startRedis('--requirepass', 'open sesame', '--databases', '2');
    const log: string[] = [];
    const logger = {
      ...SILENT,
      warn: (line: string, { error }: { error: Error }) => log.push(`${line}: ${error}`),
    };
    const attempt = (given: object) =>
      openRedisKeyValueStore(
        { ...locked.address, ...given },
        { prefix: '', logger: logger as Logger, now: Date.now },
      );
    await using right = await attempt({ password: 'open sesame', db: 1 });
    await right.set('k', 'v', KEPT);
    await using wrong = await attempt({ password: 'open barley' });
    await assert.rejects(wrong.get('k'), isUnavailable);
    await using elsewhere = await attempt({ password: 'open sesame', db: 5 });
    await assert.rejects(elsewhere.set('k', 'v', KEPT), isUnavailable);
    assert.match(log.join('\n'), /WRONGPASS/);
    assert.match(log.join('\n'), /DB index is out of range/);
    assert.doesNotMatch(log.join('\n'), /barley|sesame/);
  });
});

/** Moves the end of every entry closer, which is the same as time going by. */
async function letTimePass(ms: number): Promise<void> {
  for (const key of await redis.keys('*')) {
    const ttlMs = await redis.pttl(key);
    if (ttlMs >= 0) await redis.pexpire(key, Math.max(0, ttlMs - ms));
  }
}

async function untilAnswering(store: { ping(signal: AbortSignal): Promise<void> }): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    try {
      return await store.ping(patience);
    } catch (error) {
      patience.throwIfAborted();
      assert.ok(isUnavailable(error));
      await sleep(10);
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return (
    error instanceof RefusedError &&
    error.refusal.code === 'store_unavailable' &&
    error.refusal.dependency === 'kv_store'
  );
}
