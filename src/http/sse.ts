import type { FastifyReply } from 'fastify';
import { untilAborted } from '../answering/until-aborted.ts';

export interface ServerSentEvent {
  readonly event: string;
  /** Sent as JSON. */
  readonly data: unknown;
}

/** Headers wait so long for the first event, to go out in one write with it. */
const HEADERS_WITHIN_MS = 50;

type OutgoingHeaders = Record<string, string | string[]>;

/**
 * Sends events as they come about and ends the response; a comment now and then keeps proxies from closing it. Waits
 * for a slow reader. When `events` throws, its last event is what `onError` makes of that. The connection is kept for
 * further requests unless `signal` ended the stream.
 *
 * @param reply Hijacked, nothing sent yet.
 * @param options.signal Ends the stream; its reason is thrown at `onError` like any other.
 * @param options.onError undefined when nobody is to be told.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<ServerSentEvent>,
  options: {
    signal: AbortSignal;
    heartbeatMs: number;
    onError: (error: unknown) => ServerSentEvent | undefined;
  },
): Promise<void> {
  const { signal, heartbeatMs, onError } = options;
  const response = reply.raw;
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
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await untilAborted(iterator.next(), signal);
      if (step.done) break;
      clearTimeout(opening);
      if (!response.write(frame(step.value))) await drained(response, signal);
    }
  } catch (error) {
    const last = onError(signal.aborted ? signal.reason : error);
    // A reader that takes nothing would never see it, and would hold the connection.
    if (response.writableNeedDrain) response.destroy();
    else if (last && response.writable) response.write(frame(last));
  } finally {
    clearTimeout(opening);
    clearInterval(heartbeat);
    response.end();
    // A connection that is kept for another request would hold up the server's stop.
    if (signal.aborted) socket?.destroySoon();
    // Not awaited: work that does not heed the signal is left behind, not waited for.
    iterator.return?.().then(undefined, () => {});
  }
}

/** JSON text holds no line end, so that one `data` line is always enough. */
function frame({ event, data }: ServerSentEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

async function drained(response: FastifyReply['raw'], signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve);
  try {
    await untilAborted(promise, signal);
  } finally {
    response.off('drain', resolve);
  }
}
