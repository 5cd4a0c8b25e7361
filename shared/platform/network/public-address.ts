import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only IPv6 block assigned for global use (RFC 4291, 2.4; IANA). */
const GLOBAL_UNICAST_V6 = '2000::/3';

/**
 * Whether an IP address is globally routable, so that a request to it cannot reach an internal network. A string that is not
 * exactly one address, or that contains a zone id, is not public.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return ipaddr.IPv4.parse(ip).range() === 'unicast';
  if (!isIPv6(ip) || ip.includes('%')) return false;
  const address = ipaddr.IPv6.parse(ip);
  // `range()` alone calls `::7f00:1` (IPv4-compatible loopback) and `4000::1` (unassigned) unicast. The block also excludes
  // v4-mapped and NAT64 addresses; 6to4 and Teredo lie inside it and have ranges of their own.
  return address.match(ipaddr.IPv6.parseCIDR(GLOBAL_UNICAST_V6)) && address.range() === 'unicast';
}
