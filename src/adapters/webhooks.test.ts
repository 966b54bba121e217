import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveHttp } from '../../test/serve-http.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { until } from '../../test/until.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { Logger } from '../ports/logger.ts';
import type { WebhookEvent } from '../ports/webhook-events.ts';
import { createMemoryKeyValueStore } from './key-value/memory.ts';
import { openSqliteKeyValueStore } from './key-value/sqlite.ts';
import { createWebhooks } from './webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const HELD: WebhookEvent = {
  type: 'answer.held',
  data: { entry_id: 'e1', question: 'When does it “open”?', correlation_id: 'c1' },
};

/** What a receiver got, and how it answers the i-th request. */
async function openReceiver(t: TestContext, statusOf: (i: number) => number = () => 204) {
  const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = await serveHttp(async (request, response) => {
    const body = await text(request);
    requests.push({ headers: request.headers, body });
    response.writeHead(statusOf(requests.length - 1), { location: 'http://127.0.0.1:1/' }).end('ignored');
  });
  t.after(() => server[Symbol.asyncDispose]());
  return { requests, url: `${server.url}/Hook?Token=a` };
}

function webhooksTo(urls: readonly string[], changes: Partial<Parameters<typeof createWebhooks>[0]> = {}) {
  let ids = 0;
  return createWebhooks({
    ...{ urls, secret: SECRET, logger: SILENT, now: Date.now, random: () => 0 },
    store: createMemoryKeyValueStore({ now: Date.now }),
    newId: () => String(++ids),
    retryMs: [10, 10],
    ...changes,
  });
}

/** The function that the how-to shows. */
async function documentedCheck() {
  const page = readFileSync(new URL('../../docs/how-to/webhooks.md', import.meta.url), 'utf8');
  const code = /```js\n([^`]*`[^`]*`[^`]*)```/.exec(page)![1]!;
  const { isFromDocent } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return isFromDocent as (headers: IncomingHttpHeaders, body: string, secret: string) => boolean;
}

test('an event reaches every receiver, signed as the how-to verifies it', async (t) => {
  const [one, other] = [await openReceiver(t), await openReceiver(t)];
  await using webhooks = webhooksTo([one.url, other.url]);
  webhooks.notify(HELD);
  await until(() => one.requests.length + other.requests.length === 2);
  const isFromDocent = await documentedCheck();
  for (const { requests } of [one, other]) {
    const { headers, body } = requests[0]!;
    const { timestamp, ...event } = JSON.parse(body);
    assert.deepEqual(event, HELD);
    assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['user-agent'], 'docent');
    assert.ok(isFromDocent(headers, body, SECRET));
    assert.ok(!isFromDocent(headers, `${body} `, SECRET));
    assert.ok(!isFromDocent({ ...headers, 'webhook-id': 'msg_9' }, body, SECRET));
    assert.ok(!isFromDocent(headers, body, `whsec_${Buffer.alloc(32, 8).toString('base64')}`));
    const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600) };
    assert.ok(!isFromDocent(old, body, SECRET));
  }
});

test('a refused event is sent again under the same id, and no longer once it is accepted', async (t) => {
  const receiver = await openReceiver(t, (i) => [503, 302, 200][i]!);
  await using webhooks = webhooksTo([receiver.url]);
  webhooks.notify(HELD);
  await until(() => receiver.requests.length === 3);
  await sleep(50);
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(ids, ['msg_1', 'msg_1', 'msg_1']);
});

test('an event that nobody accepts is given up, and the log does not have the path of the receiver', async (t) => {
  const receiver = await openReceiver(t, () => 500);
  const lines: string[] = [];
  const log = (...line: unknown[]) => void lines.push(JSON.stringify(line));
  const store = createMemoryKeyValueStore({ now: Date.now });
  await using webhooks = webhooksTo([receiver.url], { logger: { ...SILENT, warn: log, error: log }, store });
  webhooks.notify(HELD);
  await until(() => lines.length === 2);
  assert.match(lines[0]!, /retrying.*answer\.held.*status 500/);
  assert.match(lines[1]!, /given up.*answer\.held.*status 500/);
  assert.doesNotMatch(lines.join(), /Token/i);
  assert.equal(receiver.requests.length, 3);
  await until(async () => (await store.list('', { limit: 9 })).entries.length === 0);
});

test('what was not delivered survives a restart, unless its receiver is no longer set', async (t) => {
  const path = `${temporaryFolder()}/memory.db`;
  const open = () => openSqliteKeyValueStore(path, { durability: 'relaxed', now: Date.now });
  const receiver = await openReceiver(t, (i) => (i === 0 ? 500 : 200));
  const gone = await openReceiver(t, () => 500);
  {
    await using store = open();
    await using webhooks = webhooksTo([receiver.url, gone.url], { store, retryMs: [60_000] });
    webhooks.notify(HELD);
    await until(() => receiver.requests.length === 1 && gone.requests.length === 1);
  }
  await using store = open();
  await using webhooks = webhooksTo([receiver.url], { store });
  await webhooks.resume();
  await until(() => receiver.requests.length === 2);
  assert.equal(receiver.requests[1]!.headers['webhook-id'], receiver.requests[0]!.headers['webhook-id']);
  await until(async () => (await store.list('', { limit: 9 })).entries.length === 0);
  assert.equal(gone.requests.length, 1);
});

test('no more deliveries wait than there may be', async (t) => {
  const receiver = await openReceiver(t, () => 500);
  const lines: string[] = [];
  const logger: Logger = { ...SILENT, error: (message) => void lines.push(message) };
  await using webhooks = webhooksTo([receiver.url], { logger, retryMs: [600_000] });
  for (let i = 0; i < 1_010; i += 1) webhooks.notify(HELD);
  assert.deepEqual(lines, ['Webhooks are dropped as too many wait']);
});
