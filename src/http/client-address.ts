import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** By lower-case name; a list where the header came several times. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A range of addresses that proxies of ours are in. */
export type ProxyRange = readonly [network: Address, bits: number];

/** An IPv6 customer has all of a /64: addresses in it are one client. */
const IPV6_CLIENT_PARTS = 4;
const MAPPED_BITS = 96;

/**
 * Who sent a request, as a name to count them by: an IPv4 address, or the /64 of an IPv6 one.
 *
 * The peer itself, unless it is one of our proxies. Each proxy appends the peer it saw to `X-Forwarded-For`, so from its
 * right end the entries are true as long as they are our proxies', and the first that is none is the client. What
 * stands further left is the client's own text. `X-Real-IP` is taken when no entry tells. An entry that is no address
 * is worth nothing, and neither is what stands behind it: then the peer counts.
 *
 * @param options.peer The address at the other end of the connection; undefined when it has gone.
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

/**
 * A range such as `10.0.0.0/8` or `2001:db8::/32`, or a single address. Mapped IPv4 is taken for the IPv4 that it is,
 * as peers are; a mapped range that is wider than all of IPv4 would trust everyone, and is none.
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

/** Only the usual forms: what else a parser takes for an address (`127.1`, `0x7f.1`, a zone) is no proxy's writing. */
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
