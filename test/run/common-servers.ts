import { startOpenSearch } from '../opensearch-server.ts';
import { startPostgres } from '../postgres-server.ts';
import { startRedis } from '../redis-server.ts';
import { startS3 } from '../s3-server.ts';
import { serveHttp } from '../serve-http.ts';
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
  const desk = await serveHttp(async ({ url }, reply) => {
    const kind = url!.slice(1);
    try {
      if (!started.has(kind)) started.set(kind, STARTS[kind]!());
      reply.end((await started.get(kind)!).url);
    } catch (error) {
      reply.writeHead(500).end(String(error));
    }
  });
  return {
    url: desk.url,
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      for (const server of await Promise.allSettled(started.values()))
        if (server.status === 'fulfilled') await server.value[Symbol.asyncDispose]();
    },
  };
}
