import type { FastifyRequest } from 'fastify';

/** A name or an IPv4 address, or an IPv6 address in brackets; then a port. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~-]|%[\da-f]{2})+)(?::(\d{0,5}))?$/i;
const PORT_MAX = 65_535;

/**
 * What is wrong with the `Host` of a request, as a sentence; undefined when it is valid. Of several, servers and proxies
 * may heed different ones.
 *
 * @see RFC 9112, section 3.2
 */
export function hostFault({ rawHeaders, headers, httpVersion }: FastifyRequest['raw']): string | undefined {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.1' ? 'A request of HTTP/1.1 names its Host.' : undefined;
  const names = rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name));
  if (names.length > 1) return `A request names one Host: this one has ${names.length}.`;
  const match = HOST.exec(host);
  if (match && Number(match[1] ?? 0) <= PORT_MAX) return undefined;
  return 'Host takes a name or an address, and a port at most, such as docs.example.org:8000.';
}
