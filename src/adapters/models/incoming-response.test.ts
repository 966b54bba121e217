import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { Agent } from 'undici';
import { type IncomingResponse, incomingResponse } from './incoming-response.ts';

describe('A response on its way', () => {
  it('is read piece by piece, whether a piece or its reader comes first', async (t) => {
    const { call, answered } = await open(t);
    const { head, body } = call();
    const response = await answered();
    response.writeHead(201, { 'x-own': '1' }).write('a');
    const { status, headers } = await head;
    assert.deepEqual([status, headers['x-own']], [201, '1']);
    const reader = body[Symbol.asyncIterator]();
    assert.equal(textOf(await reader.next()), 'a');
    const next = reader.next();
    response.end('b');
    assert.equal(textOf(await next), 'b');
    assert.equal((await reader.next()).done, true);
    assert.equal((await reader.next()).done, true);
  });

  it('is not taken in faster than it is read', async (t) => {
    const { call, answered } = await open(t);
    const { head, body } = call();
    const response = await answered();
    const bytes = 32 * 2 ** 20;
    response.end(Buffer.alloc(bytes));
    await head;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(response.writableFinished, false);
    let read = 0;
    for await (const piece of body) read += piece.byteLength;
    assert.equal(read, bytes);
  });

  it('throws the error that broke the connection, to current and later readers', async (t) => {
    const { call, answered } = await open(t);
    const { head, body } = call();
    const response = await answered();
    response.write('a');
    await head;
    const reader = body[Symbol.asyncIterator]();
    await reader.next();
    const next = reader.next();
    response.destroy();
    await assert.rejects(next);
    await assert.rejects(reader.next());
  });

  it('is ended at once, also while it waits for a connection, which then serves another', async (t) => {
    const { call, answered } = await open(t);
    const first = call();
    const response = await answered();
    const second = call();
    second.abort(new Error('given up'));
    await assert.rejects(second.head, /given up/);
    const third = call();
    response.end('first');
    await first.head;
    first.dropRest();
    (await answered()).end('third');
    assert.equal((await third.head).status, 200);
    third.dropRest();
  });

  it('leaves its connection to the next call when its rest is passed over, and closes it when it is ended', async (t) => {
    const { call, answered, connections } = await open(t);
    for (const [end, expected] of [
      ['dropRest', 1],
      ['dropRest', 1],
      ['abort', 1],
      ['dropRest', 2],
    ] as const) {
      const response = call();
      const sent = await answered();
      sent.write('a');
      await response.head;
      if (end === 'dropRest') response.dropRest();
      else response.abort(new Error('given up'));
      sent.end('b');
      await once(sent, 'close');
      assert.equal(connections(), expected);
    }
  });
});

function textOf({ value }: IteratorResult<Uint8Array>): string {
  return Buffer.from(value).toString();
}

/** A server whose answers the test gives, and calls to it over one connection at a time. */
async function open(t: TestContext) {
  const waiting: ServerResponse[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    request.resume();
    waiting.push(response);
    server.emit('asked');
  });
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ connections: 1 });
  t.after(async () => {
    await agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    call(): IncomingResponse {
      const response = incomingResponse();
      agent.dispatch({ origin, path: '/', method: 'POST', body: '{}' }, response.handler);
      return response;
    },
    async answered(): Promise<ServerResponse> {
      if (waiting.length === 0) await once(server, 'asked');
      return waiting.shift()!;
    },
    connections: () => connections,
  };
}
