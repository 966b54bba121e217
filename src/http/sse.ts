import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortable } from '../concurrency/abortable.ts';
import { ClientLeftError } from './requests/bound-requests.ts';

export interface ServerSentEvent {
  /** Absent for events without a name. */
  readonly event?: string;
  /** Sent as JSON; a text as it is, in one line. */
  readonly data: unknown;
}

/** How long headers wait for the first event, to be sent in one write with it. */
const HEADERS_WITHIN_MS = 50;

type OutgoingHeaders = Record<string, string | string[]>;

export type SendStream = ReturnType<typeof createSendStream>;

/**
 * Sends events as they occur until they end or the request's lifetime does, and ends the response; periodic comments keep
 * proxies from closing it. Waits for a slow reader. The connection stays open for further requests unless the lifetime
 * ended the stream. Nothing of the reply may have been sent before.
 *
 * @param options.lastEvent What a failure becomes, unless the client has left.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createSendStream(options: {
  heartbeatMs: number;
  lastEvent: (error: unknown, request: FastifyRequest) => ServerSentEvent;
}) {
  const { heartbeatMs, lastEvent } = options;
  return async (request: FastifyRequest, reply: FastifyReply, events: AsyncIterable<ServerSentEvent>) => {
    const { signal } = request.lifetime;
    const response = reply.hijack().raw;
    response.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    });
    const { socket } = response;
    const opening = setTimeout(() => response.flushHeaders(), HEADERS_WITHIN_MS);
    const heartbeat = setInterval(() => {
      if (!response.writableNeedDrain) response.write(': still here\n\n');
    }, heartbeatMs);
    try {
      for await (const event of abortable(events, signal)) {
        clearTimeout(opening);
        if (!response.write(frame(event))) await once(response, 'drain', { signal });
      }
    } catch (error) {
      const reason = signal.aborted ? signal.reason : error;
      const last = reason instanceof ClientLeftError ? undefined : lastEvent(reason, request);
      // A reader that has stopped reading would never see it and would hold the connection.
      if (response.writableNeedDrain) response.destroy();
      else if (last && response.writable) response.write(frame(last));
    } finally {
      clearTimeout(opening);
      clearInterval(heartbeat);
      response.end();
      // An idle connection would delay the stop of the server.
      if (signal.aborted) socket?.destroySoon();
    }
  };
}

/** JSON text has no line end, so one `data` line is always enough. */
function frame({ event, data }: ServerSentEvent): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}
