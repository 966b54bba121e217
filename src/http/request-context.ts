import type { FastifyReply, FastifyRequest } from 'fastify';
import { withCorrelationId } from '../correlation.ts';
import type { Refusal } from '../errors.ts';
import type { Logger } from '../ports/logger.ts';
import { correlationIdOf } from './correlation-id.ts';
import { LIMITS } from './limits.ts';
import type { EndedRequest } from './metrics/service-metrics.ts';
import { problemOf } from './problem.ts';
import type { RateLimitResult } from './rate-limit.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

type RawRequest = FastifyRequest['raw'];
type RawResponse = FastifyReply['raw'];
type Socket = RawRequest['socket'];

/** Logged for clients that left before an answer, as nginx does. */
const STATUS_CLIENT_LEFT = 499;
const PATH_LENGTH_MAX = 2_048;

/** Gives every request its correlation id and, however it ends, exactly one timing line. */
export interface RequestContexts {
  /**
   * From now on the response carries the id and the headers common to all responses.
   *
   * @param route The pattern that matched.
   */
  begin(
    correlationId: string,
    request: RawRequest,
    response: RawResponse,
    route: string | undefined,
  ): RequestContext;
  /** Whether a request on this connection has begun but has no answer yet. */
  isUnderway(socket: Socket): boolean;
  /**
   * Answers bytes that could not be parsed as a request, or as the rest of one, and closes the connection.
   *
   * @param count Counts it, unless it is the rest of a counted request.
   * @param request What is known of it, when its beginning could be parsed.
   */
  refuse(
    refusal: Refusal,
    socket: Socket,
    count: () => Promise<RateLimitResult>,
    request?: RawRequest,
  ): Promise<void>;
}

export interface RequestContext {
  /** Settles once the request is counted. */
  counted?: Promise<unknown>;
  /** The rest of the request could not be parsed: it is being answered, but not by its route. */
  isRefused: boolean;
}

interface Underway extends RequestContext {
  readonly correlationId: string;
  readonly response: RawResponse;
  /** Status of an answer that bypassed the response. */
  status?: number;
}

/**
 * @param parts.now Milliseconds since the epoch: the first part of generated ids.
 * @param parts.onEnded Called for every request that has its timing line.
 */
export function createRequestContexts(parts: {
  logger: Logger;
  now: () => number;
  onEnded?: ((request: EndedRequest) => void) | undefined;
}): RequestContexts {
  const { logger, now, onEnded } = parts;
  const underway = new WeakMap<Socket, Underway>();
  const refused = new WeakSet<Socket>();

  function logTiming(of: {
    method: string;
    route: string | undefined;
    path: string;
    status: number;
    durationMs: number;
    aborted: boolean;
  }): void {
    onEnded?.(of);
    logger.info('request', {
      method: of.method,
      path: of.path,
      status: of.status,
      duration_ms: Math.round(of.durationMs * 100) / 100,
      aborted: of.aborted || undefined,
    });
  }

  return {
    begin(correlationId, request, response, route) {
      response.setHeader('x-correlation-id', correlationId);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);

      const startedAt = performance.now();
      const current: Underway = { correlationId, response, isRefused: false };
      const { socket } = request;
      underway.set(socket, current);
      let ended = false;
      const end = () => {
        if (ended) return;
        ended = true;
        if (underway.get(socket) === current) underway.delete(socket);
        const whole = response.writableFinished || current.status !== undefined;
        const sent = response.headersSent ? response.statusCode : STATUS_CLIENT_LEFT;
        withCorrelationId(correlationId, () =>
          logTiming({
            method: request.method ?? '-',
            route,
            path: pathOf(request.url ?? '-'),
            status: current.status ?? sent,
            durationMs: performance.now() - startedAt,
            aborted: !whole,
          }),
        );
      };
      response.once('finish', end);
      response.once('close', end);
      return current;
    },

    isUnderway: (socket) => underway.has(socket),

    async refuse(refusal, socket, count, request) {
      // Bytes that follow the answer cannot be parsed either.
      if (refused.has(socket)) return;
      refused.add(socket);
      const current = underway.get(socket);
      if (current) {
        current.isRefused = true;
        await current.counted;
      }
      const counted = current ? undefined : await count();
      if (!socket.writable || current?.response.headersSent) {
        socket.destroy();
        return;
      }
      const given = request?.headers['x-correlation-id'];
      const correlationId = current?.correlationId ?? correlationIdOf(given, now());
      const { status, headers, problem } = problemOf(counted?.refusal ?? refusal, correlationId);
      const body = Buffer.from(JSON.stringify(problem));
      const all = {
        ...SECURITY_HEADERS,
        ...current?.response.getHeaders(),
        ...counted?.headers,
        ...headers,
        'x-correlation-id': correlationId,
        'content-length': body.length,
        connection: 'close',
      };
      const lines = [
        `HTTP/1.1 ${status} ${problem.title}`,
        ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.end(body);
      // Closing at once would reset the connection while the client still sends, and the answer would be lost.
      socket.once('end', () => socket.destroy());
      socket.resume();
      setTimeout(() => socket.destroy(), LIMITS.lingerMs).unref();
      if (current) current.status = status;
      else
        withCorrelationId(correlationId, () =>
          logTiming({
            method: request?.method ?? '-',
            path: pathOf(request?.url ?? '-'),
            ...{ route: undefined, status, durationMs: 0, aborted: false },
          }),
        );
    },
  };
}

/** The path without its query, which may be private; bytes beyond visible ASCII are percent-encoded. */
export function pathOf(url: string): string {
  const path = url.split('?', 1)[0]!.slice(0, PATH_LENGTH_MAX);
  return path.replace(
    /[^!-~]|[<>"]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
