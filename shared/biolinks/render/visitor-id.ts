import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { ClientNetworks } from '#shared/biolinks/domain/unlock-limits.ts';

/**
 * Pseudonyms of a client's networks for the attempt counters: no IP address is stored, and they cannot be reversed without the
 * key. One household has 2^64 IPv6 addresses, and one customer of a provider often 2^16 such networks.
 */
export function clientNetworks(key: Buffer, sourceIp: string): ClientNetworks {
  const address = ipaddr.isValid(sourceIp) ? ipaddr.process(sourceIp) : sourceIp;
  if (!(address instanceof ipaddr.IPv6)) {
    const client = pseudonym(key, address.toString());
    return { client, site: client };
  }
  return {
    client: pseudonym(key, address.parts.slice(0, 4).join(':')),
    site: pseudonym(key, `${address.parts.slice(0, 3).join(':')}/48`),
  };
}

function pseudonym(key: Buffer, network: string): string {
  return createHmac('sha256', key).update(`client ${network}`).digest('base64url').slice(0, 22);
}
