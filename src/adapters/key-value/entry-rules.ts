/** Expired entries that a write removes: more than it adds, so that they cannot pile up. */
export const SWEPT_PER_WRITE = 16;

/** No UTF-8 text holds this byte, so a prefix followed by it sorts after all keys with that prefix. */
export const BEHIND_ALL = 0xff;

/**
 * UTF-8 cannot encode a lone surrogate: two such keys would become one.
 *
 * @throws {RangeError} When `text` is not well-formed Unicode.
 */
export function checkWellFormed(name: 'key' | 'prefix', text: string): void {
  if (text.isWellFormed()) return;
  throw new RangeError(`Cannot use this ${name} as it must be well-formed Unicode: ${JSON.stringify(text)}`);
}

/** By UTF-8 bytes, that is by code points: JavaScript compares strings by UTF-16 units. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
