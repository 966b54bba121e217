import { Redis } from 'ioredis';
import { endsWithin } from '../../concurrency/deadline.ts';
import { present } from '../../kernel/present.ts';
import type { Logger } from '../../ports/logger.ts';
import { unavailable } from '../store-refusals.ts';
import type { RedisUrl } from './redis-url.ts';

/** A command that has no answer by then has failed; whether it took effect is unknown. */
const COMMAND_TIMEOUT_MS = 1_000;
/** A connection without any reply for so long is closed: until another one is open, commands fail at once. */
const SILENCE_MAX_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;
/** How long the start waits for a server that is reading its data. */
const START_TIMEOUT_MS = 3_000;
/** Different faults that are logged in one outage. */
const LOGGED_MAX = 8;
/** Calls without an answer; beyond it calls are refused. */
const WAITING_MAX = 10_000;

/**
 * One connection to a Redis server, which is renewed in the background for as long as it takes. Resolves when the
 * server can be used, or the first attempt to reach it has failed.
 */
export async function openRedisConnection(
  { host, port, db, username, password, encrypted }: RedisUrl,
  { dependency, logger }: { dependency: string; logger: Logger },
) {
  const redis = new Redis({
    ...present({ host, port, db, username, password }),
    // Servers with several certificates choose by name; an IP address is not a name.
    ...(encrypted && { tls: /^[\d.]+$|:/.test(host) ? {} : { servername: host } }),
    ...{ connectionName: 'docent', disableClientInfo: true, protocol: 2 },
    ...{
      commandTimeout: COMMAND_TIMEOUT_MS,
      socketTimeout: SILENCE_MAX_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
    },
    ...{ enableOfflineQueue: false, maxRetriesPerRequest: 0, lazyConnect: true },
    // The server became a replica of another one, which the name of the host may lead to by now.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  let waiting = 0;
  let closed = false;
  /** Why the server cannot be used, by message; each is logged once. */
  const faults = new Map<string, Error>();

  redis.on('error', (error: Error & { command?: { name?: string } }) => {
    // The library would continue in another database than the requested one.
    if (error.command?.name === 'select') redis.disconnect(true);
    if (closed || faults.has(error.message) || faults.size === LOGGED_MAX) return;
    faults.set(error.message, error);
    logger.warn('Redis cannot be used', { error });
  });
  redis.on('ready', () => {
    if (faults.size > 0) logger.info('Redis can be used again');
    faults.clear();
  });
  const connected = redis.connect().catch(() => {
    // It was logged, and another attempt follows.
  });
  await endsWithin(connected, START_TIMEOUT_MS);

  return {
    /**
     * Runs commands, each of which is answered or refused within its time limit. None is queued or sent again.
     *
     * @throws {RefusedError} `store_unavailable`, whatever goes wrong.
     */
    async run<T>(commands: (redis: Redis) => Promise<T>): Promise<T> {
      if (closed) throw unavailable(dependency, new Error('The store is closed'));
      if (redis.status !== 'ready')
        throw unavailable(dependency, [...faults.values()].at(-1) ?? new Error('There is no connection'));
      if (waiting >= WAITING_MAX)
        throw unavailable(dependency, new Error(`${WAITING_MAX} calls wait already`));
      waiting += 1;
      try {
        return await commands(redis);
      } catch (error) {
        throw unavailable(dependency, error);
      } finally {
        waiting -= 1;
      }
    },
    async [Symbol.asyncDispose]() {
      if (closed) return;
      closed = true;
      // After the answers to what was sent before.
      if (redis.status === 'ready') await redis.quit().catch(() => {});
      redis.disconnect();
    },
  };
}
