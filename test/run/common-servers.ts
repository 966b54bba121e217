import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startOpenSearch } from '../opensearch-server.ts';
import { startPostgres } from '../postgres-server.ts';
import { startRedis } from '../redis-server.ts';
import { startS3 } from '../s3-server.ts';
import type { RunningServer } from './common-server.ts';

const STARTS: Readonly<Record<string, () => Promise<RunningServer>>> = {
  opensearch: startOpenSearch,
  postgres: startPostgres,
  redis: startRedis,
  s3: startS3,
};

/** Starts each server when a test process asks for it first, tells its URL to all, and ends it when disposed of. */
export async function openCommonServers(): Promise<RunningServer> {
  const started = new Map<string, Promise<RunningServer>>();
  const desk = createServer(async ({ url }, reply) => {
    const kind = url!.slice(1);
    try {
      if (!started.has(kind)) started.set(kind, STARTS[kind]!());
      reply.end((await started.get(kind)!).url);
    } catch (error) {
      reply.writeHead(500).end(String(error));
    }
  });
  // A start can take longer than a request may.
  desk.requestTimeout = 0;
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  return {
    url: `http://127.0.0.1:${(desk.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      desk.close();
      desk.closeAllConnections();
      for (const server of await Promise.allSettled(started.values()))
        if (server.status === 'fulfilled') await server.value[Symbol.asyncDispose]();
    },
  };
}
