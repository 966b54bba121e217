import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { endsWithin } from '../../concurrency/deadline.ts';

/** Whether the request's head announces a body that is not empty; one in chunks may be. */
export function announcesBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether part of the request's body has not arrived yet. */
export function bodyUnderway(request: FastifyRequest): boolean {
  const { complete, destroyed } = request.raw;
  return announcesBody(request) && !complete && !destroyed;
}

/** Whether the client closed the connection in the middle of its body. */
export function cutOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/**
 * Sends an answer at once, but ends the response only when the client has sent the rest of its body or `lingerMs` have
 * passed. The rest is dropped. Closing a connection with unread bytes resets it, and a client that is still sending
 * would never read why it was refused.
 *
 * @see RFC 9112, section 9.6
 */
export function lingering(
  request: FastifyRequest['raw'],
  payload: string | Uint8Array,
  { lingerMs }: { lingerMs: number },
): Readable {
  return Readable.from(answerThenWait(), { objectMode: false });

  async function* answerThenWait() {
    yield payload;
    const { promise, resolve } = Promise.withResolvers<void>();
    request.once('end', resolve).once('close', resolve).once('error', resolve);
    request.unpipe();
    request.resume();
    await endsWithin(promise, lingerMs);
  }
}
