import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openClient } from './api-client.ts';
import { patiently } from './patience.ts';

const signal = new AbortController().signal;

async function clientOf(t: TestContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return openClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

test('a long list waits for the rate limit between its pages', async (t) => {
  const pages = [
    { status: 200, body: { docs: [{ doc_id: 'a' }], next_cursor: 'x' } },
    { status: 429, body: { code: 'rate_limited', detail: 'Too many requests.' } },
    { status: 200, body: { docs: [{ doc_id: 'b' }], next_cursor: null } },
  ];
  const client = await clientOf(t, (_, response) => {
    const { status, body } = pages.shift()!;
    const headers = { 'content-type': 'application/json', 'retry-after': '0' };
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  const ids: string[] = [];
  for await (const { doc_id } of client.each('/api/v1/ingest/docs')) ids.push(doc_id);
  assert.deepEqual(ids, ['a', 'b']);
});

test('documents leave the last requests of a minute for questions', async (t) => {
  let remaining = 14;
  const resetSeconds = Math.ceil(Date.now() / 1_000) + 1;
  const client = await clientOf(t, (request, response) => {
    request.resume();
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': String(remaining--),
      'x-ratelimit-reset': String(resetSeconds),
    });
    response.end('{}');
  });
  const upload = (name: string) => client.upload(name, Buffer.from('text'));
  for (const name of ['a.md', 'b.md', 'c.md']) await upload(name);
  await assert.rejects(upload('d.md'), { status: 429, message: /left for questions/ });
  await client.get('/health');
  assert.equal(remaining, 10);
  const waits: string[] = [];
  await patiently(() => upload('d.md'), { signal, onWait: (why) => waits.push(why) });
  assert.match(waits.join(), /left for questions\. Retrying in [12] s\./);
  assert.ok(Date.now() >= (resetSeconds - 1) * 1_000);
});
