import { randomUUID } from 'node:crypto';
import {
  commonOpenSearch,
  NEEDS_OPENSEARCH,
  type OpenSearchCluster,
  startOpenSearch,
} from './opensearch-server.ts';
import {
  commonPostgres,
  NEEDS_POSTGRES,
  type Postgres,
  type PostgresServer,
  startPostgres,
} from './postgres-server.ts';
import { commonRedis, NEEDS_REDIS, type RedisServer, startRedis } from './redis-server.ts';
import { commonS3, NEEDS_S3, type S3Server, startS3 } from './s3-server.ts';

/** Options of a suite that needs all of them: without one the suite is skipped, loudly. */
export const NEEDS_SHARED_STORES = {
  skip: NEEDS_POSTGRES.skip || NEEDS_OPENSEARCH.skip || NEEDS_S3.skip || NEEDS_REDIS.skip,
  timeout: 1_200_000,
};

/** The servers of all stores, and the settings of a Docent that uses them. */
export interface SharedServers extends AsyncDisposable {
  readonly postgres: PostgresServer;
  readonly opensearch: OpenSearchCluster;
  readonly s3: S3Server;
  readonly redis: RedisServer;
  readonly settings: Record<string, string>;
}

/** The servers that all test files use: with a database, a prefix and a bucket of one's own in them. */
export async function commonSharedServers(): Promise<Pick<SharedServers, 'settings'> & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const starting = [commonPostgres(), commonOpenSearch(), commonS3(), commonRedis()] as const;
  const [postgres, opensearch, s3, redis] = await startedTogether(opened, starting);
  const urls = { opensearch: [opensearch.url], s3: s3.url, redis: redis.url };
  const settings = await settingsFor(postgres, urls, `t${randomUUID().slice(0, 8)}`);
  const owned = opened.move();
  return { settings, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Servers that may be stopped. */
export async function startSharedServers({ nodes = 1 } = {}): Promise<SharedServers> {
  await using opened = new AsyncDisposableStack();
  const starting = [startPostgres(), startOpenSearch({ nodes }), startS3(), startRedis()] as const;
  const [postgres, opensearch, s3, redis] = await startedTogether(opened, starting);
  const urls = { opensearch: opensearch.nodes, s3: s3.url, redis: redis.url };
  const settings = await settingsFor(postgres, urls, 'docent');
  const owned = opened.move();
  return {
    ...{ postgres, opensearch, s3, redis, settings },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** @param name Of what is to be used in each server. */
async function settingsFor(
  postgres: Postgres,
  { opensearch, s3, redis }: { opensearch: readonly string[]; s3: string; redis: string },
  name: string,
): Promise<Record<string, string>> {
  await fetch(`${s3}/${name}`, { method: 'PUT' });
  const hosts = opensearch.map((node) => new URL(node).host).join(',');
  return {
    RECORD_STORE: await postgres.database(),
    VECTOR_STORE: `opensearch+http://${hosts}/${name}?shards=3`,
    FILE_STORE: `s3://${name}?endpoint=${s3}&region=us-east-1`,
    KV_STORE: redis,
    KV_PREFIX: `${name}:`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
}

/** All of them; when one does not start, those that do are still disposed of. */
async function startedTogether<Servers extends readonly AsyncDisposable[]>(
  opened: AsyncDisposableStack,
  starting: { [K in keyof Servers]: Promise<Servers[K]> },
): Promise<Servers> {
  const registered = starting.map(async (server) => opened.use(await server));
  await Promise.allSettled(registered);
  return (await Promise.all(registered)) as unknown as Servers;
}
