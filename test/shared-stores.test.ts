import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../scripts/api-client.ts';
import { inParallel } from '../src/in-parallel.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { NEEDS_SHARED_STORES, type SharedServers, startSharedServers } from './shared-servers.ts';

const SETTLE_TIMEOUT_MS = 300_000;
const DOCUMENTS = 150;
const AT_ONCE = 8;
const KILL_EVERY_MS = 2_000;

const textOf = (i: number) =>
  `Report ${i}. The office number ${i} of the harbour is painted in colour code ${1_000 + i}. It was built in 1900.`;
const questionOf = (i: number) => `In which colour code is the office number ${i} painted?`;

describe('Servers and workers over the same stores', NEEDS_SHARED_STORES, () => {
  let stores: SharedServers;
  const folder = () => mkdtempSync(join(tmpdir(), 'docent-shared-'));
  const start = (command: 'serve' | 'worker', settings = {}) =>
    startServer({ folder: folder(), command, settings: { ...stores.settings, ...settings } });

  before(async () => {
    stores = await startSharedServers({ nodes: 3 });
  });
  after(() => stores?.[Symbol.asyncDispose]());

  test('ingest each upload once and answer from it everywhere, whatever is killed', async () => {
    const workers = [await start('worker'), await start('worker')];
    const servers = [await start('serve'), await start('serve')];
    const killing = killWorkers(workers, () => start('worker'));
    const acknowledged: number[] = [];
    await inParallel(
      Array.from({ length: DOCUMENTS }, (_, i) => i),
      AT_ONCE,
      async (i) => {
        // As a load balancer does, the next server is asked when one is gone.
        for (let attempt = 0; attempt < 600; attempt++) {
          try {
            const client = createApiClient(servers[(i + attempt) % 2]!.url);
            await client.upload(`report-${i}.txt`, Buffer.from(textOf(i)), { doc_id: `report-${i}` });
            acknowledged.push(i);
            return;
          } catch {
            await sleep(100);
          }
        }
        assert.fail(`report-${i} could not be uploaded`);
      },
    );
    assert.equal(acknowledged.length, DOCUMENTS);
    const gone = servers[0]!;
    await gone.stop('SIGKILL');
    await stores.opensearch.kill(0);
    servers[0] = await start('serve');
    await stores.postgres.kill();
    await stores.postgres.restart();
    const drained = servers[1]!.stop('SIGTERM');
    servers[1] = await start('serve');
    await drained;
    await killing.stop();

    const [one, other] = servers.map(({ url }) => createApiClient(url)) as [Client, Client];
    const documents = await one.settled(SETTLE_TIMEOUT_MS);
    assert.equal(documents.length, DOCUMENTS);
    assert.deepEqual(
      documents.filter(({ status, version }) => status !== 'done' || version !== 1),
      [],
    );
    for (const client of [one, other]) {
      for (let i = 0; i < DOCUMENTS; i += 10) {
        const { sources } = await client.ask(questionOf(i));
        assert.equal(sources[0]?.doc_id, `report-${i}`, questionOf(i));
      }
    }
    for (const server of [...workers, ...servers]) await server[Symbol.asyncDispose]();
  });

  test('share conversations, limits, deletions and changes of documents', async () => {
    await using worker = await start('worker');
    await using first = await start('serve', { RATE_LIMIT_PER_MINUTE: '1000' });
    await using second = await start('serve', { RATE_LIMIT_PER_MINUTE: '1000' });
    const [one, other] = [first, second].map(({ url }) => createApiClient(url)) as [Client, Client];
    assert.ok(worker.pid > 0);

    await one.upload('tower.txt', Buffer.from('The tower is 71 metres high. It has 300 steps.'), {
      doc_id: 'tower',
    });
    await other.settled(SETTLE_TIMEOUT_MS);
    const conversation = { conversation_id: 'c-1' };
    await one.ask('How high is the tower?', conversation);
    const { answer } = await other.ask('And how many steps does it have?', conversation);
    assert.match(answer, /300/);

    const remaining = async (url: string) =>
      Number((await fetch(`${url}/ready`)).headers.get('x-ratelimit-remaining'));
    const before = await remaining(first.url);
    assert.ok((await remaining(second.url)) < before);

    await one.remove('tower');
    const { sources } = await other.ask('How high is the tower?');
    assert.ok(!sources.some(({ doc_id }) => doc_id === 'tower'));
  });
});

type Client = ReturnType<typeof createApiClient>;

/** Kills one of the workers every two seconds and starts another in its place. */
function killWorkers(workers: ServerProcess[], startAnother: () => Promise<ServerProcess>) {
  let isStopped = false;
  const killed = (async () => {
    for (let i = 0; !isStopped; i++) {
      await sleep(KILL_EVERY_MS);
      const at = i % workers.length;
      await workers[at]!.stop('SIGKILL');
      workers[at] = await startAnother();
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await killed;
    },
  };
}
