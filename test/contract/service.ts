import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OpenAiError } from '../../src/http/schemas/openai.ts';
import { rawExchange } from '../http-exchange.ts';
import { openServer } from '../open-server.ts';
import { startServer } from '../server-process.ts';
import { assertProblem, type Reply, replyOf } from './reply.ts';

const SETTLE_TIMEOUT_MS = 120_000;
const LOG_TIMEOUT_MS = 60_000;

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text, bytes or a form. */
  readonly body?: unknown;
}

/** A log line of a server that writes JSON. */
export interface LogLine {
  readonly timestamp: string;
  readonly level: string;
  readonly correlation_id: string;
  readonly message: string;
}

/** A server that runs, and the requests that the rows make. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  /** What it printed or logged. */
  output(): string;
  /** Fails when the response lacks what every response has: id, figures of the limit, and a problem where it is one. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  ask(question: string, fields?: Record<string, unknown>, headers?: Record<string, string>): Promise<Reply>;
  upload(
    file: { name: string; text: string | Uint8Array<ArrayBuffer> },
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  /** Uploads, waits for the end of the ingest and gives the status then. */
  ingest(
    file: { name: string; text: string | Uint8Array<ArrayBuffer> },
    fields?: Record<string, string>,
  ): Promise<Reply>;
  settled(docId: string): Promise<Reply>;
  /** Sends bytes as they are; gives what comes back until the connection ends. */
  raw(bytes: string | Uint8Array): Promise<string>;
  logFile(): string;
  /** Waits until the log file has a line with `text`, and gives all lines that have it. */
  logged(text: string): Promise<string[]>;
}

/**
 * @param settings The environment; with `API_KEY` in it every request has the key unless it says otherwise, and with
 * `NODE_OPTIONS` it is a process of its own.
 */
export async function startService(
  settings: Record<string, string>,
  options: { folder?: string } = {},
): Promise<Service> {
  const server = await (settings.NODE_OPTIONS ? startServer : openServer)({ ...options, settings });
  const key = settings.API_KEY;
  const isCounted = settings.RATE_LIMIT_PER_MINUTE !== '0';

  async function call(
    method: string,
    path: string,
    { headers = {}, body }: CallOptions = {},
  ): Promise<Reply> {
    const isJson = body !== undefined && !isSentAsItIs(body);
    const response = await fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...((isJson || typeof body === 'string') && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isJson ? JSON.stringify(body) : (body as Exclude<RequestInit['body'], undefined>),
      }),
    });
    const reply = replyOf(response.status, response.headers, await response.text());
    assert.match(reply.headers.get('x-correlation-id') ?? '', /^[!-~]{1,128}$/);
    for (const name of isCounted ? ['limit', 'remaining', 'reset'] : [])
      assert.match(reply.headers.get(`x-ratelimit-${name}`) ?? '', /^\d+$/, `x-ratelimit-${name} of ${path}`);
    // Clients of OpenAI's API understand errors of its shape alone.
    if (reply.status >= 400 && path.startsWith('/v1/')) OpenAiError.parse(reply.at());
    else if (reply.status >= 400 && method !== 'HEAD') assertProblem(reply);
    return reply;
  }

  const service: Service = {
    url: server.url,
    folder: server.folder,
    output: () => server.output(),
    call,
    get: (path, headers = {}) => call('GET', path, { headers }),
    post: (path, body, headers = {}) => call('POST', path, { headers, body }),
    ask: (question, fields = {}, headers = {}) =>
      call('POST', '/api/v1/chat', { headers, body: { question, ...fields } }),
    upload(file, fields = {}, headers = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([file.text]), file.name);
      return call('POST', '/api/v1/ingest/upload', { body: form, headers });
    },
    async ingest(file, fields = {}) {
      const accepted = await service.upload(file, fields);
      assert.equal(accepted.status, 202, accepted.text);
      return service.settled(accepted.word('doc_id'));
    },
    async settled(docId) {
      const until = performance.now() + SETTLE_TIMEOUT_MS;
      for (;;) {
        const reply = await service.get(`/api/v1/ingest/status/${docId}`);
        assert.equal(reply.status, 200, reply.text);
        if (!['queued', 'processing'].includes(reply.word('status'))) return reply;
        if (performance.now() > until) throw new Error(`${docId} is not settled: ${reply.text}`);
        await sleep(15);
      }
    },
    raw: (bytes) => rawExchange(Number(new URL(server.url).port), bytes),
    logFile: () => readFileSync(join(server.folder, 'logs', 'app.log'), 'utf8'),
    async logged(text) {
      const until = performance.now() + LOG_TIMEOUT_MS;
      for (;;) {
        const lines = service
          .logFile()
          .split('\n')
          .filter((line) => line.includes(text));
        if (lines.length > 0 || performance.now() > until) return lines;
        await sleep(5);
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return service;
}

function isSentAsItIs(body: unknown): boolean {
  return typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
}
