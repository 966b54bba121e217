const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * An address that a document or a model gave, if a click on it can do no more than open a page or a letter.
 *
 * @returns As browsers write it; undefined for scripts, files, and what is no whole address.
 */
export function safeHref(address: string): string | undefined {
  const url = URL.parse(address.trim());
  return url && SCHEMES.has(url.protocol) ? url.href : undefined;
}
