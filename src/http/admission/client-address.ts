import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** By lower-case name; a list when the header was repeated. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Address range of a trusted proxy. */
export type ProxyRange = readonly [network: Address, bits: number];

/** An IPv6 customer owns a /64: its addresses count as one client. */
const IPV6_CLIENT_PARTS = 4;
const MAPPED_BITS = 96;

/**
 * The client's address for counting: an IPv4 address, or the /64 of an IPv6 one.
 *
 * It is the peer, unless the peer is a trusted proxy. Each proxy appends its peer to `X-Forwarded-For`, so entries are
 * trusted from the right as long as they are trusted proxies; the first other one is the client. Everything to its left
 * is the client's own text. `X-Real-IP` is used when no entry decides. An invalid entry invalidates itself and all to
 * its left: then the peer counts.
 *
 * @param options.peer The address at the other end of the connection; undefined when it is closed.
 */
export function clientOf(
  headers: Headers,
  { peer, proxies }: { peer: string | undefined; proxies: readonly ProxyRange[] },
): string {
  const address = addressIn(peer ?? '');
  if (address === undefined) return 'unknown';
  if (!isAmong(address, proxies)) return clientNameOf(address);
  return clientNameOf(forwardedAddress(headers, proxies) ?? address);
}

/** Whether the peer at this address is a trusted proxy, through which many clients may come. */
export function isProxy(peer: string | undefined, proxies: readonly ProxyRange[]): boolean {
  const address = addressIn(peer ?? '');
  return address !== undefined && isAmong(address, proxies);
}

/**
 * A range such as `10.0.0.0/8` or `2001:db8::/32`, or a single address. IPv4-mapped IPv6 counts as IPv4, as for peers;
 * a mapped range wider than all of IPv4 would trust everyone and is rejected.
 *
 * @returns undefined when `text` is neither.
 */
export function proxyRangeOf(text: string): ProxyRange | undefined {
  const [base = '', length, ...rest] = text.split('/');
  const written = parsed(base);
  if (!written || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined;
  const bitsOfAddress = written.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? bitsOfAddress : Number(length);
  if (bits > bitsOfAddress) return undefined;
  const network = unwrapped(written);
  if (network.kind() === written.kind()) return [network, bits];
  return bits >= MAPPED_BITS ? [network, bits - MAPPED_BITS] : undefined;
}

function forwardedAddress(headers: Headers, proxies: readonly ProxyRange[]): Address | undefined {
  const entries = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries.reverse()) {
    const address = addressIn(entry);
    if (address === undefined || !isAmong(address, proxies)) return address;
  }
  return addressIn(String(headers['x-real-ip'] ?? '').trim());
}

/** An address alone, with a port (`192.0.2.1:80`), or in brackets with or without one (`[2001:db8::1]:80`). */
function addressIn(text: string): Address | undefined {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const address = parsed(bare);
  return address && unwrapped(address);
}

/** Only the usual forms: proxies never write other forms that parsers accept (`127.1`, `0x7f.1`, a zone). */
function parsed(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text);
  return undefined;
}

function unwrapped(address: Address): Address {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  return isMapped ? address.toIPv4Address() : address;
}

function isAmong(address: Address, ranges: readonly ProxyRange[]): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function clientNameOf(address: Address): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, IPV6_CLIENT_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
