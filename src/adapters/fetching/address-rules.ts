import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address belongs to the public Internet: global unicast, not reserved by IANA, and not one that clouds serve
 * within their own networks. An allow list by class, so that an unforeseen kind of address is refused.
 *
 * An IPv4 address inside a mapped or NAT64 address is checked too, as these connect to it. 6to4 and Teredo addresses,
 * obsolete relics, are always refused.
 *
 * @param address As `URL`, DNS or a socket spells it; brackets, ports, scopes (`%eth0`) and lax forms are not public.
 * @see IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890); RFC 6052 for NAT64.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return isPublicIpv4(ipaddr.IPv4.parse(address));
    case 6:
      return isPublicIpv6(ipaddr.IPv6.parse(inHexadecimal(address)));
    default:
      return false;
  }
}

/** ipaddr.js reads `::8.8.8.8` as the mapped `::ffff:8.8.8.8`, so no dotted part may reach it. */
function inHexadecimal(ipv6: string): string {
  return new URL(`http://[${ipv6}]`).hostname.slice(1, -1);
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return !NOT_PUBLIC_IPV4.some((range) => address.match(range));
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (address.match(MAPPED) || address.match(NAT64)) {
    return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  return address.match(GLOBAL_UNICAST_IPV6) && !NOT_PUBLIC_IPV6.some((range) => address.match(range));
}

const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  // Public by their class, but answered by a cloud to its own machines. Fixed addresses of other clouds are above.
  '168.63.129.16/32', // Azure: platform, with credentials of extensions
  '161.26.0.0/16', // IBM Cloud: services of the infrastructure
  '166.8.0.0/14', // IBM Cloud: service endpoints
].map((range) => ipaddr.IPv4.parseCIDR(range));

const MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

const NOT_PUBLIC_IPV6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range));
