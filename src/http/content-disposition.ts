/**
 * Has a browser save a reply as a file instead of showing it. Names that are not plain ASCII go into `filename*`, with
 * the nearest that older clients understand beside it.
 *
 * @param filename Any text; it cannot add a header or a parameter.
 * @see RFC 6266; RFC 8187 for `filename*`.
 */
export function attachmentNamed(filename: string): string {
  // A `%` in the plain form is read as an escape by some.
  const plain = filename
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const quoted = `attachment; filename="${plain}"`;
  return plain === filename ? quoted : `${quoted}; filename*=UTF-8''${extended(filename)}`;
}

/** Percent-encodes all but the `attr-char`s, of which `encodeURIComponent` leaves four too many. */
function extended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
