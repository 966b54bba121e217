import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@docent-server/client';
import { createApiClient } from '../scripts/api-client.ts';
import { inParallel } from '../src/concurrency/in-parallel.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { NEEDS_SHARED_STORES, type SharedServers, startSharedServers } from './shared-servers.ts';

const SETTLE_TIMEOUT_MS = 300_000;
const DOCUMENTS = 500;
const AT_ONCE = 16;
const KILL_EVERY_MS = 2_000;
const UPLOAD_ATTEMPTS = 600;

const textOf = (i: number) =>
  `Report ${i}. The office number ${i} of the harbour is painted in colour code ${1_000 + i}. It was built in 1900.`;
const questionOf = (i: number) => `In which colour code is the office number ${i} painted?`;

const options = NEEDS_SHARED_STORES;

describe('Servers, workers and stores that are killed', options, () => {
  let stores: SharedServers;
  const start = (command: 'serve' | 'worker') =>
    startServer({
      ...{ folder: mkdtempSync(join(tmpdir(), 'docent-shared-')), command },
      settings: { INGEST_CONCURRENCY: '16', ...stores.settings },
    });

  before(async () => {
    stores = await startSharedServers({ nodes: 3 });
  });
  after(() => stores?.[Symbol.asyncDispose]());

  test('ingest each upload once and answer from it everywhere, whatever is killed', async () => {
    await using fleet = new AsyncDisposableStack();
    const enlist = async (command: 'serve' | 'worker') => fleet.use(await start(command));
    const workers = [await enlist('worker'), await enlist('worker')];
    const servers = [await enlist('serve'), await enlist('serve')];
    await using killing = killInTurn(workers, () => enlist('worker'));
    await inParallel(
      Array.from({ length: DOCUMENTS }, (_, i) => i),
      AT_ONCE,
      (i) => uploadSomewhere(servers, i),
    );
    await servers[0]!.stop('SIGKILL');
    await stores.opensearch.kill(0);
    await stores.redis.kill();
    servers[0] = await enlist('serve');
    await stores.postgres.kill();
    await stores.postgres.restart();
    const drained = servers[1]!.stop('SIGTERM');
    servers[1] = await enlist('serve');
    await drained;
    await stores.redis.restart();
    await killing.stop();

    const [one, other] = servers.map(clientOf) as [Client, Client];
    const documents = await one.settled(SETTLE_TIMEOUT_MS);
    assert.equal(documents.length, DOCUMENTS);
    assert.deepEqual(
      documents.filter(({ status, version }) => status !== 'done' || version !== 1),
      [],
    );
    for (const client of [one, other]) {
      for (let i = 0; i < DOCUMENTS; i += 20) {
        const { sources } = await client.ask(questionOf(i));
        assert.equal(sources[0]?.doc_id, `report-${i}`, questionOf(i));
      }
    }
  });
});

type Client = ReturnType<typeof createApiClient>;

/** A client that says what the server printed last when it cannot be reached. */
function clientOf(server: ServerProcess): Client {
  const client = createApiClient(server.url);
  const orOutput =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      try {
        return await call(...args);
      } catch (error) {
        throw new Error(`The server printed:\n${server.output().slice(-4_000)}`, { cause: error });
      }
    };
  return { ...client, ask: orOutput(client.ask), settled: orOutput(client.settled) };
}

/** As behind a load balancer: the next server is asked when one is gone. */
async function uploadSomewhere(servers: readonly ServerProcess[], i: number): Promise<void> {
  for (let attempt = 0; attempt < UPLOAD_ATTEMPTS; attempt++) {
    try {
      const client = createApiClient(servers[(i + attempt) % servers.length]!.url);
      await client.upload(`report-${i}.txt`, Buffer.from(textOf(i)), { doc_id: `report-${i}` });
      return;
    } catch (error) {
      if (error instanceof ApiError) assert.equal(error.status, 503, error.message);
      await sleep(100);
    }
  }
  assert.fail(`report-${i} could not be uploaded`);
}

/** Kills one of the processes every two seconds and starts another in its place, until it is stopped. */
function killInTurn(processes: ServerProcess[], startAnother: () => Promise<ServerProcess>) {
  const stopping = new AbortController();
  const killed = (async () => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      await sleep(KILL_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      const at = i % processes.length;
      await processes[at]!.stop('SIGKILL');
      processes[at] = await startAnother();
    }
  })();
  // The failure is thrown by `stop`.
  killed.catch(() => {});
  const stop = async () => {
    stopping.abort();
    await killed;
  };
  return { stop, [Symbol.asyncDispose]: () => stop().catch(() => {}) };
}
