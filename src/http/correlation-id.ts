import { randomUUID } from 'node:crypto';

/**
 * The id that a request runs under: the client's own when it is 1–128 visible ASCII characters, otherwise a new one.
 * A list of several headers counts as none.
 *
 * @param header `X-Correlation-Id` as it came.
 */
export function correlationIdOf(header: string | string[] | undefined, nowMs: number): string {
  return typeof header === 'string' && /^[!-~]{1,128}$/.test(header) ? header : uuidV7(nowMs, randomUUID());
}

/**
 * A UUID that sorts by time.
 *
 * @param nowMs Milliseconds since the epoch.
 * @param random A UUID of version 4: its last 74 random bits are taken.
 * @see RFC 9562, section 5.7
 */
export function uuidV7(nowMs: number, random: string): string {
  const time = nowMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
