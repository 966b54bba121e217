import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../errors.ts';
import { withCorrelationId } from '../../kernel/correlation.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Admission } from '../admission/admission.ts';
import { LIMITS } from '../limits.ts';
import type { EndedRequest } from '../metrics/service-metrics.ts';
import { problemOf } from '../problems/problem.ts';
import { correlationIdOf } from './correlation-id.ts';
import { printablePathOf } from './request-target.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

type RawRequest = FastifyRequest['raw'];
type RawResponse = FastifyReply['raw'];
type Socket = RawRequest['socket'];

/** Logged for clients that left before an answer, as nginx does. */
const STATUS_CLIENT_LEFT = 499;

export type RequestContexts = ReturnType<typeof createRequestContexts>;

export interface RequestContext {
  /** The refusal of a client that has made too many requests. */
  readonly counted: Promise<Refusal | undefined>;
  /** The rest of the request could not be parsed: it is being answered, but not by its route. */
  readonly isRefused: boolean;
}

interface ActiveRequest extends RequestContext {
  isRefused: boolean;
  readonly correlationId: string;
  readonly response: RawResponse;
  /** Status of an answer that bypassed the response. */
  status?: number;
}

/**
 * Gives every request its correlation id and, however it ends, exactly one timing line.
 *
 * @param parts.admission Counts each request.
 * @param parts.now Milliseconds since the epoch: the first part of generated ids.
 * @param parts.onEnded Called for every request that has its timing line.
 */
export function createRequestContexts(parts: {
  admission: Pick<Admission, 'count' | 'countUnparsed'>;
  logger: Logger;
  now: () => number;
  onEnded?: ((request: EndedRequest) => void) | undefined;
}) {
  const { admission, logger, now, onEnded } = parts;
  const active = new WeakMap<Socket, ActiveRequest>();
  const refused = new WeakSet<Socket>();

  function logTiming(of: EndedRequest & { path: string; aborted: boolean }): void {
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
    /** From now on the response carries the id and the headers common to all responses. */
    begin(request: FastifyRequest, reply: FastifyReply): RequestContext {
      const { id: correlationId, raw } = request;
      const { raw: response } = reply;
      response.setHeader('x-correlation-id', correlationId);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);

      const startedAt = performance.now();
      const counted = withCorrelationId(correlationId, () => admission.count(request, reply));
      const current: ActiveRequest = { correlationId, response, counted, isRefused: false };
      const { socket } = raw;
      active.set(socket, current);
      let ended = false;
      const end = () => {
        if (ended) return;
        ended = true;
        if (active.get(socket) === current) active.delete(socket);
        const whole = response.writableFinished || current.status !== undefined;
        const sent = response.headersSent ? response.statusCode : STATUS_CLIENT_LEFT;
        withCorrelationId(correlationId, () =>
          logTiming({
            method: request.method,
            route: request.routeOptions.url,
            path: printablePathOf(request.url),
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

    /** Whether a request on this connection has begun but has no answer yet. */
    isActive: (socket: Socket): boolean => active.has(socket),

    /**
     * Answers bytes that could not be parsed as a request, or as the rest of one, and closes the connection. Counts them,
     * unless they are the rest of a counted request.
     *
     * @param request What is known of it, when its beginning could be parsed.
     */
    async refuse(refusal: Refusal, socket: Socket, request?: RawRequest): Promise<void> {
      // Bytes that follow the answer cannot be parsed either.
      if (refused.has(socket)) return;
      refused.add(socket);
      const current = active.get(socket);
      if (current) {
        current.isRefused = true;
        await current.counted;
      }
      const counted = current ? undefined : await admission.countUnparsed(socket);
      if (!socket.writable || current?.response.headersSent) {
        socket.destroy();
        return;
      }
      const given = request?.headers['x-correlation-id'];
      const correlationId = current?.correlationId ?? correlationIdOf(given, now());
      const { status, headers, problem } = problemOf(counted?.refusal ?? refusal, correlationId);
      answerRaw(socket, {
        statusLine: `${status} ${problem.title}`,
        headers: {
          ...SECURITY_HEADERS,
          ...current?.response.getHeaders(),
          ...counted?.headers,
          ...headers,
          'x-correlation-id': correlationId,
        },
        body: Buffer.from(JSON.stringify(problem)),
      });
      if (current) current.status = status;
      else
        withCorrelationId(correlationId, () =>
          logTiming({
            method: request?.method ?? '-',
            path: printablePathOf(request?.url ?? '-'),
            ...{ route: undefined, status, durationMs: 0, aborted: false },
          }),
        );
    },
  };
}

/** Writes a whole response to the socket, and closes the connection once the client had time to read it. */
function answerRaw(
  socket: Socket,
  { statusLine, headers, body }: { statusLine: string; headers: object; body: Buffer },
): void {
  const all = { ...headers, 'content-length': body.length, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${statusLine}\r\n${lines.join('')}\r\n`);
  socket.end(body);
  // Closing at once would reset the connection while the client still sends, and the answer would be lost.
  socket.once('end', () => socket.destroy());
  socket.resume();
  setTimeout(() => socket.destroy(), LIMITS.lingerMs).unref();
}
