import { Agent, type Dispatcher, Headers, type RequestInit, Response, fetch as undiciFetch } from 'undici';
import { linkedSignal, untilAborted } from '../../concurrency/deadline.ts';
import { currentCorrelationId } from '../../kernel/correlation.ts';
import { currentTracing, type OpenCall } from '../../kernel/tracing.ts';
import { ProviderFailure } from './provider-failure.ts';

/** Largest response in bytes; a million tokens are about 4 MB of text, each in a frame of some 200 bytes. */
const RESPONSE_BYTES_MAX = 256 * 2 ** 20;
/** Idle connections are kept this long, unless the provider asks for less. */
const KEEP_ALIVE_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** For headers, and between two pieces of a body: a backstop behind the callers' deadlines. */
const SILENCE_TIMEOUT_MS = 300_000;
/** How long the rest of an unread body may take. */
const REST_MS = 1_000;

export type ProviderHttp = ReturnType<typeof openProviderHttp>;

/**
 * HTTP client for model providers: pooled connections, correlation id sent along, no redirects.
 *
 * @param options.connections Maximum of connections to each provider; further requests wait for one.
 * @param options.responseBytesMax Longer responses fail while they are read.
 */
export function openProviderHttp(options: { connections: number; responseBytesMax?: number }) {
  const { connections, responseBytesMax = RESPONSE_BYTES_MAX } = options;
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: SILENCE_TIMEOUT_MS,
    bodyTimeout: SILENCE_TIMEOUT_MS,
    maxResponseSize: responseBytesMax,
  });

  async function pooledFetch(input: string, init: RequestInit = {}): Promise<Response> {
    const call = beginCall(input);
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...ownHeaders(), ...call?.headers };
    const request: RequestInit = { ...init, headers, redirect: 'manual', dispatcher: agent };
    const response = await undiciFetch(input, request).catch((error: unknown) => {
      call?.end({ error });
      throw error;
    });
    call?.end({ status: response.status });
    if (isPlain(response.headers.get('content-encoding'))) return response;
    await response.body?.cancel();
    if (response.ok) throw packed();
    // The status is worth knowing without its words.
    return new Response(PACKED, { status: response.status, headers: response.headers });
  }

  /**
   * As `fetch`, without web streams, which cost CPU time for each token. Iterating the body throws when the connection
   * breaks.
   */
  async function post(
    url: string,
    sending: { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal },
  ) {
    const { headers, body, signal } = sending;
    signal.throwIfAborted();
    const linked = linkedSignal([signal]);
    const call = beginCall(url);
    try {
      const { origin, pathname, search } = new URL(url);
      const sent = agent.request({
        ...{ origin, path: pathname + search, method: 'POST', body, signal: linked.signal },
        headers: { ...headers, 'content-type': 'application/json', ...ownHeaders(), ...call?.headers },
      });
      // A call that waits for a connection notices the signal when it gets one.
      const response = await untilAborted(sent, linked.signal);
      const { statusCode: status, headers: answered } = response;
      // Who only ends it has no use for its errors.
      response.body.on('error', () => {});
      let isRead = false;
      return {
        ...{ url, status, headers: answered },
        body: isPlain(answered['content-encoding']) ? piecesOf(response.body) : failing(packed()),
        /** Call when nothing more of it is needed. */
        read() {
          isRead = true;
        },
        /**
         * Drops the rest of a response that was `read` within a second, so that its connection serves the next call, even
         * if the signal aborts. Closes the connection of any other.
         */
        [Symbol.dispose]() {
          linked[Symbol.dispose]();
          call?.end({ status });
          if (!isRead) linked.abort(new Error('Nobody reads it'));
          else {
            const signal = AbortSignal.timeout(REST_MS);
            response.body.dump({ limit: responseBytesMax, signal }).catch(() => {});
          }
        },
      };
    } catch (error) {
      linked[Symbol.dispose]();
      call?.end({ error });
      throw error;
    }
  }

  return {
    /** As the AI SDK expects it. */
    fetch: pooledFetch as unknown as typeof globalThis.fetch,
    post,
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

/** For a reader who may stop early, without an end of the stream. */
function piecesOf(body: Dispatcher.ResponseData['body']): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }) };
}

/** The span of a call, until its response has been read, or of an SDK's call, until its response begins. */
function beginCall(url: string): OpenCall | undefined {
  const tracing = currentTracing();
  if (!tracing) return undefined;
  const { hostname, pathname } = new URL(url);
  return tracing.call('model call', { 'server.address': hostname, 'url.path': pathname });
}

/** Uncompressed, so that each token arrives when it is sent. */
function ownHeaders(): Record<string, string> {
  const correlationId = currentCorrelationId();
  return {
    'accept-encoding': 'identity',
    'user-agent': 'docent',
    ...(correlationId ? { 'x-correlation-id': correlationId } : {}),
  };
}

/** The byte limit counts received bytes; compressed, a few could expand into many. */
function isPlain(encoding: string | string[] | null | undefined): boolean {
  return encoding === undefined || encoding === null || encoding === '' || encoding === 'identity';
}

const PACKED = 'The response is compressed, though the request accepts none that is.';

/** Asking again would not help. */
function packed(): ProviderFailure {
  return new ProviderFailure('malformed', { said: PACKED });
}

function failing(failure: ProviderFailure): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failure) }) };
}
