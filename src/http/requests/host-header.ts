import type { FastifyRequest } from 'fastify';
import { type Said, said } from '../../kernel/said.ts';

/** A name or an IPv4 address, or an IPv6 address in brackets; then a port. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~-]|%[\da-f]{2})+)(?::(\d{0,5}))?$/i;
const PORT_MAX = 65_535;

/**
 * What is wrong with the `Host` of a request, as a sentence; undefined when it is valid. Of several, servers and proxies
 * may use different ones.
 *
 * @see RFC 9112, section 3.2
 */
export function hostFault({ rawHeaders, headers, httpVersion }: FastifyRequest['raw']): Said | undefined {
  const { host } = headers;
  if (host === undefined)
    return httpVersion === '1.1' ? 'An HTTP/1.1 request must have a Host header.' : undefined;
  const names = rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name));
  if (names.length > 1) return said`A request must have one Host header: this one has ${names.length}.`;
  const match = HOST.exec(host);
  if (match && Number(match[1] ?? 0) <= PORT_MAX) return undefined;
  return 'Host must be a name or an address, with an optional port, such as docs.example.org:8000.';
}
