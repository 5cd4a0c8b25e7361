import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { ClientNetworks } from '#shared/biolinks/domain/unlock-limits.ts';

/**
 * The networks of an address. One household has 2^64 IPv6 addresses, and one customer of a provider often 2^16 such networks. An IPv4
 * address in the form of IPv6 is an IPv4 address.
 */
export function networksOf(sourceIp: string): ClientNetworks {
  const address = ipaddr.isValid(sourceIp) ? ipaddr.process(sourceIp) : sourceIp;
  if (!(address instanceof ipaddr.IPv6)) {
    const client = address.toString();
    return { client, site: client };
  }
  return {
    client: address.parts.slice(0, 4).join(':'),
    site: `${address.parts.slice(0, 3).join(':')}/48`,
  };
}

/**
 * Pseudonyms of a client's networks for the attempt counters: no IP address is stored, and they cannot be reversed without the
 * key.
 */
export function clientNetworks(key: Buffer, sourceIp: string): ClientNetworks {
  const { client, site } = networksOf(sourceIp);
  return { client: pseudonym(key, client), site: pseudonym(key, site) };
}

function pseudonym(key: Buffer, network: string): string {
  return createHmac('sha256', key).update(`client ${network}`).digest('base64url').slice(0, 22);
}
