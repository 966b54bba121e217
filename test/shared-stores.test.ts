import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@docent-server/client';
import { createApiClient } from '../scripts/api-client.ts';
import { inParallel } from '../src/concurrency/in-parallel.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { NEEDS_SHARED_STORES, type SharedServers, startSharedServers } from './shared-servers.ts';
import { until } from './until.ts';

const SETTLE_TIMEOUT_MS = 300_000;
const DOCUMENTS = 500;
const AT_ONCE = 16;
const KILL_EVERY_MS = 2_000;
const UPLOAD_ATTEMPTS = 600;

const textOf = (i: number) =>
  `Report ${i}. The office number ${i} of the harbour is painted in colour code ${1_000 + i}. It was built in 1900.`;
const questionOf = (i: number) => `In which colour code is the office number ${i} painted?`;

describe('Servers and workers over the same stores', NEEDS_SHARED_STORES, () => {
  let stores: SharedServers;
  const folder = () => mkdtempSync(join(tmpdir(), 'docent-shared-'));
  const start = (command: 'serve' | 'worker', settings = {}) =>
    startServer({
      ...{ folder: folder(), command },
      settings: { INGEST_CONCURRENCY: '16', ...stores.settings, ...settings },
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

  test('decide once on an answer, and hear of all changes', async () => {
    await using worker = await start('worker');
    await using first = await start('serve');
    await using second = await start('serve');
    const servers = [first, second];
    const [one, other] = servers.map(({ url }) => createApiClient(url)) as [Client, Client];
    assert.ok(worker.pid > 0);
    await using heard = await follow(servers);
    for (const [place, hour] of Object.entries({ castle: 'nine', garden: 'seven' })) {
      const text = `Opening hours of the ${place}. The ${place} opens at ${hour} in the morning.`;
      await one.upload(`${place}.txt`, Buffer.from(text), { doc_id: place });
    }
    await other.settled(SETTLE_TIMEOUT_MS);
    for (const place of ['castle', 'garden'])
      await until(() => heard.every((text) => text().includes(`"${place}"`)));

    const { meta } = await one.ask('When do the castle and the garden open?');
    const path = `/api/v1/review/${meta.review_entry_id}`;
    const decisions = await Promise.all([
      one.call(`${path}/approve`, { method: 'POST' }),
      other.call(`${path}/reject`, { method: 'POST' }),
    ]);
    assert.deepEqual(decisions.map(({ status }) => status).sort(), [200, 409]);
  });

  test('a question takes at most seven calls of stores one after the other, a follow-up eight', async () => {
    const settings = { LOG_LEVEL: 'debug', LOG_FORMAT: 'json', RATE_LIMIT_PER_MINUTE: '1000' };
    await using worker = await start('worker');
    await using server = await start('serve', settings);
    const client = createApiClient(server.url);
    assert.ok(worker.pid > 0);
    const MILL =
      'The mill has four sails. How many bags of flour it makes is written on the door. It grinds rye.';
    await client.upload('mill.txt', Buffer.from(MILL), { doc_id: 'mill' });
    await client.settled(SETTLE_TIMEOUT_MS);
    const conversation = { conversation_id: 'c-2' };
    for (const question of ['How many sails does the mill have?', 'And what does it grind?']) {
      const { meta } = await client.ask(question, conversation);
      const calls = storeCalls(server, meta.correlation_id);
      assert.ok(
        sequenceOf(calls) <= (question.startsWith('And') ? 8 : 7),
        `${question} ${JSON.stringify(calls)}`,
      );
      assert.ok(calls.some(({ store }) => store === 'search index'));
    }
  });
});

/** What the stream of changes of each server has sent so far. */
async function follow(servers: readonly ServerProcess[]) {
  const stopping = new AbortController();
  const streams = await Promise.all(
    servers.map(async ({ url }) => {
      const headers = { accept: 'text/event-stream' };
      const { body } = await fetch(`${url}/api/v1/ingest/docs`, { headers, signal: stopping.signal });
      let text = '';
      const read = (async () => {
        for await (const bytes of body!.pipeThrough(new TextDecoderStream())) text += bytes;
      })();
      read.catch(() => {});
      return () => text;
    }),
  );
  return Object.assign(streams, { [Symbol.asyncDispose]: async () => stopping.abort() });
}

interface StoreCall {
  readonly store: string;
  readonly call: string;
  readonly from: number;
  readonly to: number;
}

/** What a server that writes its trace as JSON asked of stores for one request. */
function storeCalls({ folder }: ServerProcess, correlationId: string): StoreCall[] {
  const lines = readFileSync(join(folder, 'logs', 'app.log'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines
    .map((line) => JSON.parse(line) as { correlation_id: string; message: string })
    .filter((line) => line.correlation_id === correlationId && line.message.startsWith('store call '))
    .map(({ message }) => {
      const field = (name: string) =>
        new RegExp(`${name}=(?:"([^"]*)"|(\\S+))`).exec(message)?.slice(1).join('') ?? '';
      const from = Number(field('started_ms'));
      return { store: field('store'), call: field('call'), from, to: from + Number(field('duration_ms')) };
    });
}

/** The most calls of which each began after the one before had ended. */
function sequenceOf(calls: readonly StoreCall[]): number {
  let length = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  for (const { from, to } of calls.toSorted((a, b) => a.to - b.to)) {
    if (from < endedAt) continue;
    length += 1;
    endedAt = to;
  }
  return length;
}

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
