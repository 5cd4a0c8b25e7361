import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** A pseudonym of a client for the attempt counter: no IP address is stored, and it cannot be reversed without the key. */
export function visitorId(key: Buffer, sourceIp: string): string {
  return createHmac('sha256', key)
    .update(`client ${networkOf(sourceIp)}`)
    .digest('base64url')
    .slice(0, 22);
}

/** The IPv4 address, or the first 64 bits of an IPv6 address: one household has 2^64 IPv6 addresses. */
function networkOf(sourceIp: string): string {
  if (!ipaddr.isValid(sourceIp)) return sourceIp;
  const address = ipaddr.process(sourceIp);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
