import { randomBytes } from 'node:crypto';

/**
 * The id that a request runs under: the client's own when it is 1–128 visible ASCII characters, otherwise a new one.
 * A list of several headers counts as none.
 *
 * @param header `X-Correlation-Id` as it came.
 */
export function correlationIdOf(header: string | string[] | undefined, nowMs: number): string {
  return typeof header === 'string' && /^[!-~]{1,128}$/.test(header)
    ? header
    : uuidV7(nowMs, randomBytes(10));
}

/**
 * A UUID that sorts by time.
 *
 * @param nowMs Milliseconds since the epoch.
 * @param random Ten bytes, of which 74 bits are used.
 * @see RFC 9562, section 5.7
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
