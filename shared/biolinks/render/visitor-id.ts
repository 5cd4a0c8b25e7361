import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** What stands for a client in the counter of its tries: no address is kept, and nobody without the key can find it again. */
export function visitorId(key: Buffer, sourceIp: string): string {
  return createHmac('sha256', key)
    .update(`client ${networkOf(sourceIp)}`)
    .digest('base64url')
    .slice(0, 22);
}

/** A household has one address of IPv4, but a network of 2^64 of IPv6. */
function networkOf(sourceIp: string): string {
  if (!ipaddr.isValid(sourceIp)) return sourceIp;
  const address = ipaddr.process(sourceIp);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
