const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * A URL from a document or a model, if a click on it can only open a page or an e-mail.
 *
 * @returns As browsers write it; undefined for scripts, files and relative URLs.
 */
export function safeHref(address: string): string | undefined {
  const url = URL.parse(address.trim());
  return url && SCHEMES.has(url.protocol) ? url.href : undefined;
}
