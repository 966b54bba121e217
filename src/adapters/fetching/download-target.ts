import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { type Said, said } from '../../kernel/said.ts';

/**
 * Checks a URL by its text: scheme, credentials, host, port. Makes no DNS lookup, so the addresses of an accepted name
 * must still be checked.
 *
 * @param allowedHosts `*` for any public host, else exact names and `*.example.com` for all subdomains of a name.
 * @param allowAddress Decides on a host that is an IP address.
 * @returns The URL to fetch, its host without a trailing dot; or why it is refused, to follow “The URL”.
 */
export function downloadTarget(
  text: string,
  options: { allowedHosts: readonly string[]; allowAddress: (address: string) => boolean },
): { url: URL; host: string } | { reason: Said } {
  const url = URL.parse(text);
  if (!url) return notAllowed('it cannot be read; give one such as https://example.com/handbook.pdf');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return notAllowed(said`only http and https are fetched; ${UPLOAD}`);
  if (url.username || url.password) return notAllowed('it holds a user name or a password; give it without');

  const host = bareHost(url.hostname);
  const isPublic = isIP(host) !== 0 ? options.allowAddress(host) : !isInnerName(host);
  if (!isPublic) return notAllowed(said`its host is not a public one; ${UPLOAD}`);
  if (!isHttpPort(url)) return notAllowed(said`its port is not one that documents are served on; ${UPLOAD}`);
  if (!options.allowedHosts.some((pattern) => matchesHost(host, pattern))) {
    return notAllowed(
      said`its host is not among those that the setting ALLOWED_HOSTS names; add it there, or ${UPLOAD}`,
    );
  }
  if (isIP(host) === 0) url.hostname = host;
  return { url, host };
}

/** What its reader can do, who may reach what this server must not. */
const UPLOAD = 'download the document yourself and upload it';

function notAllowed(why: Said): { reason: Said } {
  return { reason: said`is not allowed: ${why}` };
}

/**
 * The host as DNS and the address rules expect it: no brackets, no trailing dots. WHATWG URLs are lower case already.
 */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

/** Names that only resolve inside a machine, a network or a cloud; their addresses are checked as well. */
function isInnerName(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length < 2 ||
    INNER_ZONES.has(labels.at(-1)!) ||
    METADATA_HOSTS.has(host) ||
    /\.home\.arpa$/.test(host)
  );
}

/** RFC 6761, RFC 6762 appendix G, RFC 8375, and `.internal`, which ICANN reserves for private use. */
const INNER_ZONES = new Set(
  'localhost localdomain local internal intranet private corp home lan invalid onion'.split(' '),
);

/** Cloud metadata services with names in a public zone; they serve machine credentials. */
const METADATA_HOSTS = new Set([
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
  'metadata.packet.net',
  'metadata.nic.ibm.com',
]);

/** Below 1024 only the two of HTTP; above, all but those of other protocols (Fetch Standard, "bad port"). */
function isHttpPort(url: URL): boolean {
  if (url.port === '') return true;
  const port = Number(url.port);
  return port === 80 || port === 443 || (port >= 1024 && !OTHER_PROTOCOLS.has(port));
}

const OTHER_PROTOCOLS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
  6697, 10080, 11211,
]);

function matchesHost(host: string, pattern: string): boolean {
  if (pattern === '*') return true;
  if (pattern.startsWith('*.')) return host.endsWith(`.${asciiHost(pattern.slice(2))}`);
  return host === asciiHost(pattern);
}

/** `Bücher.example.` becomes `xn--bcher-kva.example`; an invalid pattern matches nothing, not everything. */
function asciiHost(pattern: string): string {
  const bare = bareHost(pattern.toLowerCase());
  return isIP(bare) !== 0 ? bare : domainToASCII(bare) || ' ';
}
