/**
 * What an `Accept` or `Accept-Encoding` header names, in lower case, and whether it is taken: what has `q=0` is not.
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
