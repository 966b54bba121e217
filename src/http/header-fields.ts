/**
 * The values of an `Accept` or `Accept-Encoding` header in lower case, and whether each is acceptable (`q=0` is not).
 *
 * @see RFC 9110, section 12.4.2.
 */
export function namedIn(header: string | undefined): ReadonlyMap<string, boolean> {
  return new Map(
    (header ?? '').split(',').map((range) => {
      const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      return [name!, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
}

/** Whether an `Accept` header names event streams; a wildcard gets JSON. */
export function asksForEvents(accept: string | undefined): boolean {
  return namedIn(accept).get('text/event-stream') ?? false;
}

/** Whether an `Accept` header asks for a page, as browsers do when they open a URL, and not for JSON. */
export function asksForPage(accept: string | undefined): boolean {
  const named = namedIn(accept);
  const isJson = named.has('application/json') || named.has('application/problem+json');
  return named.get('text/html') === true && !isJson;
}

/**
 * The one of `languages` that an `Accept-Language` header prefers; the first where it names none of them.
 *
 * @param languages ISO 639-1 codes, at least one.
 * @see RFC 9110, section 12.5.4.
 */
export function languageAmong(languages: readonly string[], header: string | undefined): string {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag, quality] = range.split(/;\s*q=/);
    return { code: tag!.trim().split('-', 1)[0]!.toLowerCase(), quality: Number(quality ?? 1) };
  });
  const taken = ranges.filter(({ code, quality }) => quality > 0 && languages.includes(code));
  return taken.sort((a, b) => b.quality - a.quality)[0]?.code ?? languages[0]!;
}

/** Whether an `If-None-Match` header names the tag, so that the client has the content (RFC 9110, 13.1.2). */
export function namesEntityTag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/**
 * The single range of a file in a `Range` header. Several ranges, other units and invalid headers are ignored, as the
 * RFC permits: the whole file is sent.
 *
 * @param bytes Size of the file.
 * @returns `end` is exclusive; undefined stands for the whole file.
 * @see RFC 9110, section 14.
 */
export function byteRangeOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes };
  }
  const start = Number(first);
  const end = last === '' ? bytes : Math.min(Number(last) + 1, bytes);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}

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
