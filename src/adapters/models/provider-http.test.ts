import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { withCorrelationId } from '../../kernel/correlation.ts';
import { openProviderHttp, type ProviderHttp } from './provider-http.ts';

const WAYS: Readonly<
  Record<string, (http: ProviderHttp, url: string) => Promise<{ status: number; text: string }>>
> = {
  fetch: async (http, url) => {
    const response = await http.fetch(url, { method: 'POST', body: '{}', headers: { 'x-own': '1' } });
    return { status: response.status, text: await response.text() };
  },
  post: async (http, url) => {
    const { signal } = new AbortController();
    const { status, body } = await http.post(url, { headers: { 'x-own': '1' }, body: '{}', signal });
    let text = '';
    for await (const piece of body) text += Buffer.from(piece).toString();
    return { status, text };
  },
};

for (const [name, call] of Object.entries(WAYS)) {
  describe(`the ${name} of providers`, () => {
    it('sends the correlation id, and asks for nothing compressed', async (t) => {
      const { http, url } = await open(t, (request, response) =>
        response.end(JSON.stringify(request.headers)),
      );
      const sent = JSON.parse((await withCorrelationId('id-of-test', () => call(http, url))).text);
      assert.equal(sent['x-correlation-id'], 'id-of-test');
      assert.equal(sent['accept-encoding'], 'identity');
      assert.equal(sent['x-own'], '1');
      assert.equal(JSON.parse((await call(http, url)).text)['x-correlation-id'], undefined);
    });

    it('follows no redirect: the key would go along', async (t) => {
      let requests = 0;
      const { http, url } = await open(t, (_, response) => {
        requests++;
        response.writeHead(307, { location: '/elsewhere' }).end();
      });
      assert.equal((await call(http, url)).status, 307);
      assert.equal(requests, 1);
    });

    it('fails on a response that is too long', async (t) => {
      const { http, url } = await open(t, (_, response) => response.end('x'.repeat(2_000)));
      await assert.rejects(call(http, url));
    });

    it('fails on a response that is compressed unasked', async (t) => {
      const { http, url } = await open(t, (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)));
      });
      await assert.rejects(call(http, url), { kind: 'malformed', said: /compressed/ });
    });

    it('keeps its connections, and opens no more than it may', async (t) => {
      let connections = 0;
      const { http, url, server } = await open(t, (_, response) => setTimeout(() => response.end('{}'), 20));
      server.on('connection', () => connections++);
      await Promise.all(Array.from({ length: 9 }, () => call(http, url)));
      await call(http, url);
      assert.equal(connections, 3);
    });
  });
}

async function open(t: TestContext, answer: RequestListener) {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const http = openProviderHttp({ connections: 3, responseBytesMax: 1_500 });
  t.after(async () => {
    await http[Symbol.asyncDispose]();
    server.close();
  });
  return { http, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describe('a response to post', () => {
  it('is not taken in faster than it is read', async (t) => {
    const { post, answered } = await openAnswered(t);
    const posted = post();
    const response = await answered();
    const bytes = 32 * 2 ** 20;
    response.end(Buffer.alloc(bytes));
    const { body } = await posted;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(response.writableFinished, false);
    let read = 0;
    for await (const piece of body) read += piece.byteLength;
    assert.equal(read, bytes);
  });

  it('throws the error that broke the connection', async (t) => {
    const { post, answered } = await openAnswered(t);
    const posted = post();
    const response = await answered();
    response.write('a');
    const reader = (await posted).body[Symbol.asyncIterator]();
    await reader.next();
    const next = reader.next();
    response.destroy();
    await assert.rejects(next);
  });

  it('is ended at once, also while it waits for a connection, which then serves another', async (t) => {
    const { post, answered } = await openAnswered(t);
    const first = post();
    const response = await answered();
    const leaving = new AbortController();
    const second = post(leaving.signal);
    leaving.abort(new Error('given up'));
    await assert.rejects(second, /given up/);
    const third = post();
    response.end('first');
    endOf(await first);
    (await answered()).end('third');
    assert.equal((await third).status, 200);
    endOf(await third);
  });

  it('leaves its connection to the next call when it was read, and closes it when it is broken off', async (t) => {
    const { post, answered, connections } = await openAnswered(t);
    for (const [end, expected] of [
      ['read', 1],
      ['read', 1],
      ['broken off', 1],
      ['read', 2],
    ] as const) {
      const leaving = new AbortController();
      const posted = post(leaving.signal);
      const sent = await answered();
      sent.write('a');
      const response = await posted;
      // Its reader stops early.
      for await (const _ of response.body) break;
      if (end === 'read') endOf(response);
      else response[Symbol.dispose]();
      if (end === 'read') leaving.abort();
      sent.end('b');
      await once(sent, 'close');
      assert.equal(connections(), expected);
    }
  });
});

function endOf(response: Awaited<ReturnType<ProviderHttp['post']>>): void {
  response.read();
  response[Symbol.dispose]();
}

/** A server whose answers the test gives, and calls to it over one connection at a time. */
async function openAnswered(t: TestContext) {
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
  const http = openProviderHttp({ connections: 1 });
  t.after(async () => {
    await http[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    post: (signal = new AbortController().signal) => http.post(url, { headers: {}, body: '{}', signal }),
    async answered(): Promise<ServerResponse> {
      if (waiting.length === 0) await once(server, 'asked');
      return waiting.shift()!;
    },
    connections: () => connections,
  };
}
