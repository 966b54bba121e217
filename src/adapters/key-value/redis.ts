import type { Redis } from 'ioredis';
import { untilAborted } from '../../concurrency/deadline.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Logger } from '../../ports/logger.ts';
import { pageOf } from '../page-of.ts';
import { BEHIND_ALL, checkWellFormed, compareBytes, SWEPT_PER_WRITE } from './entry-rules.ts';
import { openRedisConnection } from './redis-connection.ts';
import type { RedisUrl } from './redis-url.ts';

/** Counts under one key. Gives the count and its milliseconds to live. */
const COUNT = `
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {count, redis.call('PTTL', KEYS[1])}
`;

/** Writes ARGV[3] if the value is ARGV[2], or is absent where ARGV[1] is 0; ARGV[4]: milliseconds to live. */
const COMPARE_AND_SET = `
  local value = redis.call('GET', KEYS[1])
  if ARGV[1] == '0' then
    if value then return 0 end
  elseif value ~= ARGV[2] then
    return 0
  end
  redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
  return 1
`;

/**
 * Opens a store on a Redis server that other processes may share: each entry under `<prefix>entry/<key>`, with Redis's
 * own time to live, and the keys, in order, in the sorted set `<prefix>keys`. Counters are not listed. Every command
 * names one key only, so that the keys may be spread over a cluster. How long a write lasts is up to the server's
 * `appendonly` and `appendfsync`.
 *
 * An unreachable server is no error here: calls are refused until it can be reached.
 *
 * @param options `now`: milliseconds since the epoch.
 */
export async function openRedisKeyValueStore(
  address: RedisUrl,
  options: { prefix: string; logger: Logger; now: () => number },
): Promise<KeyValueStore> {
  const { now } = options;
  const connection = await openRedisConnection(address, { dependency: 'kv_store', logger: options.logger });
  const listed = `${options.prefix}keys`;
  const entryOf = (key: string) => `${options.prefix}entry/${key}`;
  /** The key after which the next sweep begins. */
  let sweptTo: string | undefined;
  let isSweeping = false;

  /** In a single round trip, each a command of its own. */
  async function forEach<T>(redis: Redis, command: 'get' | 'exists', keys: readonly string[]): Promise<T[]> {
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline[command](entryOf(key));
    const replies = await pipeline.exec();
    return (replies ?? []).map(([error, reply]) => {
      if (error) throw error;
      return reply as T;
    });
  }

  /** Writes an entry, and its key into the list. */
  async function writeListed<T>(redis: Redis, key: string, write: () => Promise<T>): Promise<T> {
    // Before, so that no entry is ever without its key in the list; and after, lest a sweep took it in between.
    await redis.zadd(listed, 0, key);
    const [written] = await Promise.all([write(), redis.zadd(listed, 0, key)]);
    return written;
  }

  function sweepSometime(): void {
    if (isSweeping) return;
    isSweeping = true;
    const end = () => {
      isSweeping = false;
    };
    // After a failure the next write sweeps.
    connection.run(sweep).then(end, end);
  }

  /** Takes those keys from the list that have no entry. */
  async function unlistDead(redis: Redis, keys: readonly string[]): Promise<void> {
    const withEntries = async (those: readonly string[], found: 0 | 1) => {
      const counts = await forEach<number>(redis, 'exists', those);
      return those.filter((_, i) => counts[i] === found);
    };
    const dead = await withEntries(keys, 0);
    if (dead.length === 0) return;
    await redis.zrem(listed, ...dead);
    // Another process may have written one just before: then its key was to stay.
    const alive = await withEntries(dead, 1);
    if (alive.length > 0) await redis.zadd(listed, ...alive.flatMap((key) => [0, key]));
  }

  /** Looks at some listed keys, in turn, so that those of expired entries cannot pile up. */
  async function sweep(redis: Redis): Promise<void> {
    const from = sweptTo === undefined ? '-' : `(${sweptTo}`;
    const keys = await redis.zrangebylex(listed, from, '+', 'LIMIT', 0, SWEPT_PER_WRITE);
    sweptTo = keys.length < SWEPT_PER_WRITE ? undefined : keys.at(-1);
    await unlistDead(redis, keys);
  }

  return {
    get: (key) => connection.run(async (redis) => (await redis.get(entryOf(key))) ?? undefined),
    async set(key, value, { ttlMs }) {
      checkWellFormed('key', key);
      await connection.run((redis) =>
        writeListed(redis, key, () => redis.set(entryOf(key), value, 'PX', ttlMs)),
      );
      sweepSometime();
    },
    async compareAndSet(key, expected, value, { ttlMs }) {
      checkWellFormed('key', key);
      const given = [expected === undefined ? 0 : 1, expected ?? '', value, ttlMs];
      const written = await connection.run((redis) =>
        writeListed(redis, key, () => redis.eval(COMPARE_AND_SET, 1, entryOf(key), ...given)),
      );
      sweepSometime();
      return written === 1;
    },
    async increment(key, { ttlMs }) {
      checkWellFormed('key', key);
      const [count, leftMs] = await connection.run(
        (redis) => redis.eval(COUNT, 1, entryOf(key), ttlMs) as Promise<[number, number]>,
      );
      // Redis says how much longer, this process's clock when that is: so the two clocks need not agree.
      return { count, expiresAt: now() + leftMs };
    },
    delete: (key) =>
      connection.run(async (redis) => {
        const removed = await redis.del(entryOf(key));
        await unlistDead(redis, [key]);
        return removed === 1;
      }),
    async list(prefix, { limit, after }) {
      checkWellFormed('prefix', prefix);
      const from = after === undefined || compareBytes(after, prefix) < 0 ? `[${prefix}` : `(${after}`;
      const behind = Buffer.concat([Buffer.from(`(${prefix}`), Buffer.of(BEHIND_ALL)]);
      return connection.run(async (redis) => {
        const keys = await redis.zrangebylex(listed, from, behind, 'LIMIT', 0, limit + 1);
        const { shown, last } = pageOf(keys, limit);
        const values = await forEach<string | null>(redis, 'get', shown);
        if (values.includes(null)) await unlistDead(redis, shown);
        const entries = shown.flatMap((key, i) => {
          const value = values[i] ?? null;
          return value === null ? [] : [{ key, value }];
        });
        return { entries, next: last };
      });
    },
    async ping(signal) {
      signal.throwIfAborted();
      await untilAborted(
        connection.run((redis) => redis.ping()),
        signal,
      );
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
