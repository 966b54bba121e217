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
