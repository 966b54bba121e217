/**
 * A control word or symbol with its number, or a brace; or text in bytes, one a character, whose meaning depends on the
 * font.
 */
export type RtfToken =
  | { readonly word: string; readonly value: number | undefined }
  | { readonly bytes: string };

/**
 * Reads RTF front to back. Line ends of the file are ignored, and binary data is skipped.
 *
 * @param source The file, a byte a character (latin1).
 * @see Microsoft, Rich Text Format (RTF) Specification 1.9.1, "Conventions of an RTF Reader".
 */
export function* rtfTokens(source: string): Generator<RtfToken> {
  const token = new RegExp(TOKEN);
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [whole, word, digits, hex, literal, symbol] = match;
    const value = digits === undefined ? undefined : Number(digits);
    if (word === 'bin') token.lastIndex += Math.max(value ?? 0, 0);
    else if (word !== undefined) yield { word, value };
    else if (hex !== undefined) yield { bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (symbol !== undefined) yield { word: /[\r\n]/.test(symbol) ? 'par' : symbol, value };
    else yield { bytes: literal ?? whole };
  }
}

const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,9})? ?|\\'([0-9a-f]{2})|\\([\\{}])|(?:\\|(?=[{}]))([^a-z'])|[^\\{}\r\n\0]+/gi;
