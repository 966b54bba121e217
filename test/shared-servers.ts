import { NEEDS_OPENSEARCH, type OpenSearchCluster, startOpenSearch } from './opensearch-server.ts';
import { NEEDS_POSTGRES, type PostgresServer, startPostgres } from './postgres-server.ts';
import { NEEDS_REDIS, type RedisServer, startRedis } from './redis-server.ts';
import { NEEDS_S3, type S3Server, startS3 } from './s3-server.ts';

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

export async function startSharedServers({ nodes = 1 } = {}): Promise<SharedServers> {
  await using opened = new AsyncDisposableStack();
  const [postgres, opensearch, s3, redis] = await startedTogether(opened, [
    startPostgres(),
    startOpenSearch({ nodes }),
    startS3(),
    startRedis(),
  ]);
  const bucket = 'docent-test';
  await fetch(`${s3.endpoint}/${bucket}`, { method: 'PUT' });
  const addresses = opensearch.nodes.map((node) => new URL(node).host).join(',');
  const owned = opened.move();
  return {
    ...{ postgres, opensearch, s3, redis },
    settings: {
      RECORD_STORE: await postgres.database(),
      VECTOR_STORE: `opensearch+http://${addresses}/docent?shards=3`,
      FILE_STORE: `s3://${bucket}?endpoint=${s3.endpoint}&region=us-east-1`,
      KV_STORE: redis.url,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
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
