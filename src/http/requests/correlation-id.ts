import { randomUUID } from 'node:crypto';

/**
 * The request's id: the client's own when it is 1–128 visible ASCII characters, otherwise a new one. A repeated header
 * counts as absent.
 *
 * @param header `X-Correlation-Id` as received.
 */
export function correlationIdOf(header: string | string[] | undefined, nowMs: number): string {
  return typeof header === 'string' && /^[!-~]{1,128}$/.test(header) ? header : uuidV7(nowMs, randomUUID());
}

/**
 * A UUID that sorts by time.
 *
 * @param nowMs Milliseconds since the epoch.
 * @param random A UUID of version 4, of which the last 74 random bits are used.
 * @see RFC 9562, section 5.7
 */
export function uuidV7(nowMs: number, random: string): string {
  const time = nowMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
