/** Tokens of an RTF file. Text is bytes, one a character; their meaning depends on the font. */
export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly value: number | undefined }
  | { readonly kind: 'text'; readonly bytes: string };

/**
 * Reads RTF front to back. Line ends of the file are ignored, and binary data is skipped.
 *
 * @param source The file, a byte a character (latin1).
 * @see Microsoft, Rich Text Format (RTF) Specification 1.9.1, "Conventions of an RTF Reader".
 */
export function* rtfTokens(source: string): Generator<RtfToken> {
  TOKEN.lastIndex = 0;
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    // Line ends, and damage after a backslash.
    if (!match) {
      TOKEN.lastIndex = at + 1;
      continue;
    }
    const [whole, word, digits, hex, symbol] = match;
    if (word !== undefined) {
      const value = digits === undefined ? undefined : Number(digits);
      if (word === 'bin' && value !== undefined && value > 0) TOKEN.lastIndex += value;
      else yield { kind: 'word', word, value };
    } else if (hex !== undefined) {
      yield { kind: 'text', bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
    } else if (symbol !== undefined) {
      if (symbol === '\\' || symbol === '{' || symbol === '}') yield { kind: 'text', bytes: symbol };
      else if (symbol === '\n' || symbol === '\r') yield { kind: 'word', word: 'par', value: undefined };
      else yield { kind: 'word', word: symbol, value: undefined };
    } else if (whole === '{') yield { kind: 'open' };
    else if (whole === '}') yield { kind: 'close' };
    else yield { kind: 'text', bytes: whole };
  }
}

const TOKEN = /\\([a-z]{1,32})(-?\d{1,9})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|[{}]|[^\\{}\r\n\0]+/iy;
