/**
 * Makes browsers save a reply as a file instead of showing it. Names that are not plain ASCII go into `filename*`, with
 * an ASCII approximation for older clients.
 *
 * @param filename Any text; it cannot add a header or a parameter.
 * @see RFC 6266; RFC 8187 for `filename*`.
 */
export function attachmentNamed(filename: string): string {
  // Some clients read a `%` in the plain form as an escape.
  const plain = filename
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const quoted = `attachment; filename="${plain}"`;
  return plain === filename ? quoted : `${quoted}; filename*=UTF-8''${extended(filename)}`;
}

/** Percent-encodes all but `attr-char`s; `encodeURIComponent` leaves four too many. */
function extended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
