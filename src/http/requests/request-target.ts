/**
 * Path and query of a request target. In the form that proxies are sent, it names scheme and host before them, which
 * every server must accept (RFC 9112, 3.2.2).
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path of a request target, without its query. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0]!;
}

/** The path as log lines and headers take it: bytes beyond visible ASCII are percent-encoded, and no query, which may be private. */
export function printablePathOf(target: string): string {
  return pathOf(target)
    .slice(0, PATH_LENGTH_MAX)
    .replace(/[^!-~]|[<>"]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);
}

const PATH_LENGTH_MAX = 2_048;
