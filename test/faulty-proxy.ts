import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { serveHttp } from './serve-http.ts';

/** What becomes of a request: it passes, waits and passes, is answered so, or its reply ends after so many bytes. */
export type Fate = 'pass' | Promise<void> | { status: number } | { cutAfter: number };

/** Stands between a client and a real server. */
export interface FaultyProxy extends AsyncDisposable {
  readonly endpoint: string;
  /** Decides about each request; the last one given counts. */
  decide(fate: (request: IncomingMessage) => Fate): void;
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let decide: (request: IncomingMessage) => Fate = () => 'pass';
  const server = await serveHttp((request, reply) => {
    void pass(request, reply).catch(() => reply.destroy());
  });

  async function pass(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const fate = decide(request);
    if (fate instanceof Promise) await fate;
    if (typeof fate === 'object' && 'status' in fate) {
      request.resume();
      reply.writeHead(fate.status).end();
      return;
    }
    const { method, headers, url } = request;
    const sent = send(`${target}${url}`, { ...(method !== undefined && { method }), headers });
    sent.on('error', () => reply.destroy());
    request.pipe(sent);
    const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
    reply.writeHead(incoming.statusCode!, incoming.headers);
    if (!(typeof fate === 'object' && 'cutAfter' in fate)) {
      incoming.pipe(reply);
      return;
    }
    let left = fate.cutAfter;
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      reply.write(piece.subarray(0, left));
      left -= piece.length;
      if (left <= 0) break;
    }
    setImmediate(() => reply.destroy());
  }

  return {
    endpoint: server.url,
    decide: (next) => {
      decide = next;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
