import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveHttp } from '../../test/serve-http.ts';
import { openClient } from './api-client.ts';

test('what reads waits for a busy server, a long list before each of its pages', async (t) => {
  const pages = [
    { status: 429, body: { code: 'rate_limited', detail: 'Too many requests.' } },
    { status: 200, body: { documents: 2 } },
    { status: 429, body: { code: 'rate_limited', detail: 'Too many requests.' } },
    { status: 200, body: { docs: [{ doc_id: 'a' }], next_cursor: 'x' } },
    { status: 503, body: { code: 'stopping', detail: 'The server is stopping.' } },
    { status: 200, body: { docs: [{ doc_id: 'b' }], next_cursor: null } },
  ];
  const server = await serveHttp((_, response) => {
    const { status, body } = pages.shift()!;
    const headers = { 'content-type': 'application/json', 'retry-after': '0' };
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  t.after(() => server[Symbol.asyncDispose]());
  const client = openClient(server.url);
  assert.equal((await client.get('/api/v1/ingest/summary')).documents, 2);
  const ids: string[] = [];
  for await (const { doc_id } of client.each('/api/v1/ingest/docs')) ids.push(doc_id);
  assert.deepEqual(ids, ['a', 'b']);
});
