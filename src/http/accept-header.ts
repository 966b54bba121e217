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
