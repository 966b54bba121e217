import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free port of this machine, until it is disposed of. */
export interface HttpServer extends AsyncDisposable {
  readonly url: string;
}

export async function serveHttp(answer: RequestListener): Promise<HttpServer> {
  const server = createServer({ requestTimeout: 0 }, answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
