import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
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
