/** @throws {RangeError} When this is no SHA-256 in lower-case hex: nothing else names an original. */
export function checkContentHash(text: string): void {
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new RangeError(`Cannot name an original as its hash must be 64 hex digits: ${text}`);
}

/** An original that has been lost. */
export function notStored(contentHash: string): Error {
  return new Error(`The original ${contentHash} is not stored, although a document names it`);
}
