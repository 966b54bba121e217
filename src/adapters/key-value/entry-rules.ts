/** Expired entries that a write removes: more than it adds, so that they cannot pile up. */
export const SWEPT_PER_WRITE = 16;

/**
 * UTF-8 cannot encode a lone surrogate: two such keys would become one.
 *
 * @throws {RangeError} When `text` is not well-formed Unicode.
 */
export function checkWellFormed(name: 'key' | 'prefix' | 'value', text: string): void {
  if (text.isWellFormed()) return;
  throw new RangeError(`Cannot use this ${name} as it must be well-formed Unicode: ${JSON.stringify(text)}`);
}

/** When an entry written now expires, in milliseconds since the epoch; null for never. */
export function expiryOf(nowMs: number, ttlMs: number | undefined): number | null {
  if (ttlMs === undefined) return null;
  checkTtl(ttlMs);
  return Math.ceil(nowMs + ttlMs);
}

/** @throws {RangeError} When an entry cannot live so many milliseconds. */
export function checkTtl(ttlMs: number): void {
  if (ttlMs > 0) return;
  throw new RangeError(`Cannot keep an entry as ttlMs must be > 0: current value is ${ttlMs}`);
}

/** A counter's value: a whole number > 0. */
const COUNT = /^[1-9]\d{0,14}$/;

/**
 * The next value of a live counter.
 *
 * @throws {RangeError} When the entry is no counter: another value, or no expiry.
 */
export function countAfter({ value, expiresAt }: { value: string; expiresAt: number | null }): number {
  if (COUNT.test(value) && expiresAt !== null) return Number(value) + 1;
  throw notCounted();
}

/** What was set otherwise is not counted on. */
export function notCounted(): RangeError {
  return new RangeError('Cannot count on as the key must hold a counter: current value was set otherwise');
}

/** @throws {RangeError} When `limit` is not a valid page size. */
export function checkLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return;
  throw new RangeError(`Cannot list entries as limit must be an integer ≥ 1: current value is ${limit}`);
}

/** By UTF-8 bytes, that is by code points: JavaScript compares strings by UTF-16 units. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
