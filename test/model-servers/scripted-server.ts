import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { serveHttp } from '../serve-http.ts';
import { type Behaviour, failsWith, writes } from './behaviour.ts';

/** A provider of models, played over real HTTP on a free port of this machine. */
export interface ModelServer extends AsyncDisposable {
  /** As the provider's setting takes it. */
  readonly baseUrl: string;
  /** All that came, in order. */
  readonly requests: readonly RecordedRequest[];
  /** Drops what came so far: a server that runs for hours keeps no record. */
  forget(): void;
  /** How the coming requests are answered, one each, before `answer` counts again. */
  next(...behaviours: readonly Behaviour[]): void;
  /** How all other requests are answered. At first: `A short answer.` */
  answer(behaviour: Behaviour | ((request: RecordedRequest) => Behaviour)): void;
}

export interface RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks for what it wants to find
  readonly body: any;
  /** `performance.now()` when the request was whole. */
  readonly atMs: number;
  /** How it came to an end: `answered`, or `left` when the client went before its answer was whole. */
  readonly ended: Promise<{ how: 'answered' | 'left'; atMs: number }>;
}

/** The bytes of one provider family. */
export interface Family {
  /** What stands between the server's address and the paths of its calls. */
  readonly basePath: string;
  /** Of its streams, where they are not server-sent events. */
  readonly mediaType?: string;
  /** Which call a path is; `undefined`: no such address. */
  callOf(path: string, body: unknown): 'stream' | 'whole' | 'embed' | undefined;
  /** The frames of a stream: all but the last are sent before it ends early. */
  frames(said: Said, body: unknown): { begin: Frame[]; pieces: Frame[]; end: Frame[] };
  /** The JSON of a completion that is not streamed. */
  whole(said: Said, body: unknown): unknown;
  /** The JSON of embeddings. */
  embed?(body: unknown): unknown;
  error(status: number, message: string): unknown;
  errorFrame(message: string): Frame;
}

type Frame = string | Buffer;

export interface Said {
  readonly pieces: readonly string[];
  readonly finish: 'stop' | 'length' | 'refused';
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null;
}

type Writing = Extract<Behaviour, { kind: 'text' }>;

export async function startScriptedServer(family: Family): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const script: Behaviour[] = [];
  const { mediaType = 'text/event-stream; charset=utf-8' } = family;
  let otherwise: Behaviour | ((request: RecordedRequest) => Behaviour) = writes('A short answer.');

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.socket?.setNoDelay(true);
    let text = '';
    request.setEncoding('utf8');
    for await (const part of request) text += part;
    const path = request.url ?? '';
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const ended = once(response, 'close').then(() => ({
      how: response.writableFinished ? ('answered' as const) : ('left' as const),
      atMs: performance.now(),
    }));
    const recorded: RecordedRequest = {
      path,
      headers: request.headers,
      body,
      atMs: performance.now(),
      ended,
    };
    requests.push(recorded);
    const behaviour = script.shift() ?? (typeof otherwise === 'function' ? otherwise(recorded) : otherwise);
    const call = path.startsWith(family.basePath)
      ? family.callOf(path.slice(family.basePath.length), body)
      : undefined;
    await play(call === undefined ? failsWith(404, { message: `Unknown ${path}` }) : behaviour);

    async function play(behaviour: Behaviour): Promise<void> {
      if (behaviour.kind === 'silent') return;
      if (behaviour.kind === 'status') {
        response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers });
        response.end(behaviour.body ?? JSON.stringify(family.error(behaviour.status, behaviour.message)));
      } else if (behaviour.kind === 'garbage') {
        response.writeHead(200, { 'content-type': behaviour.mediaType, ...behaviour.headers });
        response.end(behaviour.body);
      } else if (behaviour.kind === 'torn') {
        response.writeHead(200, { 'content-type': mediaType });
        response.flushHeaders();
        setTimeoutTear(response);
      } else if (behaviour.kind === 'error within') {
        response.writeHead(200, { 'content-type': mediaType });
        const { begin, pieces } = family.frames({ ...behaviour, finish: 'stop', usage: null }, body);
        response.end(bytesOf([...begin, ...pieces, family.errorFrame(behaviour.message)]));
      } else if (call === 'embed') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(family.embed?.(body)));
      } else if (call === 'whole') {
        if (behaviour.firstTokenMs) await sleep(behaviour.firstTokenMs);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(family.whole(saidIn(behaviour), body)));
      } else {
        if (behaviour.firstTokenMs) await sleep(behaviour.firstTokenMs);
        response.writeHead(200, { 'content-type': mediaType });
        await stream(behaviour, family.frames(saidIn(behaviour), body), response);
      }
    }
  }

  const server = await serveHttp((request, response) => {
    // A client that leaves is what some tests are about.
    response.on('error', () => {});
    serve(request, response).catch(() => response.destroy());
  });

  return {
    baseUrl: server.url + family.basePath,
    requests,
    forget: () => void requests.splice(0),
    next: (...behaviours) => void script.push(...behaviours),
    answer: (behaviour) => {
      otherwise = behaviour;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function saidIn({ pieces, finish, usage }: Writing): Said {
  const told = usage === undefined ? { promptTokens: 11, completionTokens: pieces.length } : usage;
  return { pieces, finish, usage: told };
}

async function stream(
  { ends, chunkBytes, tokenMs, waits = {} }: Writing,
  frames: ReturnType<Family['frames']>,
  response: ServerResponse,
): Promise<void> {
  const all = [...frames.begin, ...frames.pieces, ...(ends === 'whole' ? frames.end : [])];
  if (chunkBytes) {
    const bytes = bytesOf(all);
    for (let at = 0; at < bytes.length && !response.destroyed; at += chunkBytes) {
      response.write(bytes.subarray(at, at + chunkBytes));
      await setImmediate();
    }
  } else
    for (const [place, frame] of all.entries()) {
      if (tokenMs && place > 0) await sleep(tokenMs);
      await waits[place - frames.begin.length];
      if (response.destroyed) return;
      response.write(frame);
    }
  if (ends === 'whole' || ends === 'early') response.end();
  // Once what was written has left: a connection is torn behind its bytes.
  if (ends === 'torn') response.write('', () => setTimeoutTear(response));
}

function bytesOf(frames: readonly Frame[]): Buffer {
  return Buffer.concat(frames.map((frame) => Buffer.from(frame)));
}

function setTimeoutTear(response: ServerResponse): void {
  void sleep(20).then(() => response.destroy());
}
