import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Returns all addresses of a host name; rejects with a DNS error if there is none. */
export type ResolveHostname = (hostname: string) => Promise<LookupAddress[]>;

/** Milliseconds for one host name, so that one unresponsive address family leaves half of the connect timeout. */
const DEADLINE_MS = 2000;

/**
 * Creates a resolver that queries DNS directly for both address families. Unlike the system's `getaddrinfo` it has a timeout
 * and occupies no thread of the small pool, so that an unresponsive name server of one customer cannot delay others. It
 * reads neither the hosts file nor search domains, which could contain internal names. `servers` replaces the configured
 * name servers.
 */
export function createDnsResolver(servers?: readonly string[]): ResolveHostname {
  return async (hostname) => {
    // One resolver per host name, because cancelling a resolver cancels all of its queries.
    const resolver = new Resolver({ timeout: 1000, tries: 2, maxTimeout: 1000 });
    if (servers !== undefined) resolver.setServers(servers);
    // The tries alone may take 4 s: one query that times out makes c-ares repeat the other one, too.
    const deadline = setTimeout(() => resolver.cancel(), DEADLINE_MS);
    const queries = [resolver.resolve6(hostname), resolver.resolve4(hostname)] as const;
    const [v6, v4] = await Promise.allSettled(queries).finally(() => clearTimeout(deadline));
    if (v6.status === 'rejected' && v4.status === 'rejected') throw v4.reason;
    // IPv6 first: where it is not routed it fails immediately, and IPv4 has the rest of the connect timeout.
    return [
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ];
  };
}

/** Resolves like the operating system, hosts file included; only for hosts that an operator allowed. */
export function resolveBySystem(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true });
}
