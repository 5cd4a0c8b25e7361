import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Gives every address of a host name; rejects with a DNS error if there is none. */
export type ResolveHostname = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Makes a resolver that asks the DNS directly for both address families. Unlike the system's `getaddrinfo` it
 * gives up by itself and holds no thread of the small pool, so that one customer's dead name server cannot delay
 * the others; and it reads neither the hosts file nor search domains, where names of ours could hide.
 * `servers` replaces the configured name servers.
 */
export function createDnsResolver(servers?: readonly string[]): ResolveHostname {
  // 2 s in all (Node rounds up to whole seconds): one unanswered address family must leave time to connect.
  const resolver = new Resolver({ timeout: 1000, tries: 2, maxTimeout: 1000 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const [v6, v4] = await Promise.allSettled([resolver.resolve6(hostname), resolver.resolve4(hostname)]);
    if (v6.status === 'rejected' && v4.status === 'rejected') throw v4.reason;
    // IPv6 first: where it is not routed it fails at once and IPv4 keeps the rest of the connect time.
    return [
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ];
  };
}

/** Resolves as the operating system does, hosts file included; meant for operator-approved hosts only. */
export function resolveBySystem(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true });
}
