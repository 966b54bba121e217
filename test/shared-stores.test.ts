import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { commonSharedServers, NEEDS_SHARED_STORES } from './shared-servers.ts';
import { until } from './until.ts';

const SETTLE_TIMEOUT_MS = 300_000;

type Client = ReturnType<typeof createApiClient>;

describe('Servers and workers over the same stores', NEEDS_SHARED_STORES, () => {
  const opened = new AsyncDisposableStack();
  let servers: ServerProcess[];
  let one: Client;
  let other: Client;

  before(async () => {
    const stores = opened.use(await commonSharedServers());
    const settings = {
      ...{ INGEST_CONCURRENCY: '16', RATE_LIMIT_PER_MINUTE: '1000', LOG_LEVEL: 'debug', LOG_FORMAT: 'json' },
      ...stores.settings,
    };
    opened.use(await startServer({ command: 'worker', settings }));
    servers = [opened.use(await startServer({ settings })), opened.use(await startServer({ settings }))];
    [one, other] = servers.map(({ url }) => createApiClient(url)) as [Client, Client];
  });
  after(() => opened.disposeAsync());

  // First, as a server asks the stores for most when nothing is cached.
  test('a question takes at most seven calls of stores one after the other, a follow-up eight', async () => {
    const MILL =
      'The mill has four sails. How many bags of flour it makes is written on the door. It grinds rye.';
    await one.upload('mill.txt', Buffer.from(MILL), { doc_id: 'mill' });
    await one.settled(SETTLE_TIMEOUT_MS);
    const conversation = { conversation_id: 'c-2' };
    for (const question of ['How many sails does the mill have?', 'And what does it grind?']) {
      const { meta } = await one.ask(question, conversation);
      const calls = storeCalls(servers[0]!, meta.correlation_id);
      assert.ok(
        sequenceOf(calls) <= (question.startsWith('And') ? 8 : 7),
        `${question} ${JSON.stringify(calls)}`,
      );
      assert.ok(calls.some(({ store }) => store === 'search index'));
    }
  });

  test('share conversations, limits, deletions and changes of documents', async () => {
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
    const before = await remaining(servers[0]!.url);
    assert.ok((await remaining(servers[1]!.url)) < before);

    await one.remove('tower');
    const { sources } = await other.ask('How high is the tower?');
    assert.ok(!sources.some(({ doc_id }) => doc_id === 'tower'));
  });

  test('decide once on an answer, and hear of all changes', async () => {
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
