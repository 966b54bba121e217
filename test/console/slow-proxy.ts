import { request } from 'node:http';
import { serveHttp } from '../serve-http.ts';

/** Answers in the server's place, or loses what the server answers. */
type Answer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly problem?: object }
  | 'lost';

/** Stands before a server and passes everything on, event streams in small pieces and as slowly as a model writes. */
export interface SlowProxy extends AsyncDisposable {
  readonly url: string;
  /** Method and path of what was asked, oldest first. */
  readonly requests: readonly string[];
  /** What to answer to the next requests of a path, one each; then they are passed on again. */
  instead(path: string, answers: readonly Answer[]): void;
  /** Pieces of event streams: how large, how far apart, and after how many the connection is cut. */
  pace: { bytes: number; everyMs: number; cutAfter: number };
  /** Once these words have passed, an event stream stands still for as long as they are here. */
  holdAfter: string | null;
  /** Event streams whose reader left before their end. */
  readonly left: number;
}

export async function openSlowProxy(target: string): Promise<SlowProxy> {
  const { hostname, port } = new URL(target);
  const requests: string[] = [];
  const answers = new Map<string, Answer[]>();
  let left = 0;
  const proxy = await serveHttp((asked, reply) => {
    const path = asked.url!.split('?', 1)[0]!;
    requests.push(`${asked.method} ${path}`);
    const answer = answers.get(path)?.shift();
    if (answer && answer !== 'lost') {
      asked.resume();
      const headers = { 'content-type': 'application/problem+json', ...answer.headers };
      reply.writeHead(answer.status, headers).end(JSON.stringify(answer.problem ?? {}));
      return;
    }
    // A reader may leave before the reply begins.
    let isStream = asked.headers.accept?.includes('text/event-stream') ?? false;
    const upstream = request({
      hostname,
      port,
      path: asked.url,
      method: asked.method,
      headers: asked.headers,
    });
    asked.pipe(upstream);
    upstream.on('error', () => reply.destroy());
    reply.on('close', () => {
      if (isStream && !reply.writableFinished) left += 1;
      upstream.destroy();
    });
    upstream.on('response', async (response) => {
      if (answer === 'lost') return reply.destroy();
      reply.writeHead(response.statusCode!, response.headers);
      isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false;
      if (!isStream) return response.pipe(reply);
      let pieces = 0;
      let passed = '';
      try {
        for await (const bytes of response as AsyncIterable<Buffer>) {
          for (let at = 0; at < bytes.length; ) {
            const { bytes: size, everyMs, cutAfter } = result.pace;
            if (pieces++ >= cutAfter) return reply.destroy();
            const piece = bytes.subarray(at, at + size);
            reply.write(piece);
            passed += piece.toString('latin1');
            at += size;
            do {
              await new Promise((resolve) => setTimeout(resolve, everyMs));
              if (reply.destroyed) return;
            } while (result.holdAfter !== null && passed.includes(result.holdAfter));
          }
        }
        reply.end();
      } catch {
        reply.destroy();
      }
    });
  });
  const result = {
    url: proxy.url,
    requests,
    instead: (path: string, given: readonly Answer[]) => void answers.set(path, [...given]),
    pace: { bytes: 7, everyMs: 0, cutAfter: Number.POSITIVE_INFINITY },
    holdAfter: null as string | null,
    get left() {
      return left;
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
  return result;
}
