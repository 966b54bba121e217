import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ApiError, createDocumentClient } from './api-client.ts';

test('changes whose stream ends without a word are not taken for all there are', async (t) => {
  const server = createServer((_, response) => response.end('event: counts\ndata: {}\n\n')).listen(
    0,
    '127.0.0.1',
  );
  t.after(() => server.close());
  await once(server, 'listening');
  const client = createDocumentClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {});
  const told: string[] = [];
  const reading = async () => {
    for await (const { event } of client.changes()) told.push(event);
  };
  await assert.rejects(reading(), ApiError);
  assert.deepEqual(told, ['counts']);
});
