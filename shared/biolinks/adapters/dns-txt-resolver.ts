import { Resolver } from 'node:dns/promises';
import type { TxtResolver } from '#shared/biolinks/ports/txt-resolver.ts';

/** Error codes of a DNS response without TXT records. Any other error means that no server sent a usable response. */
const NO_RECORDS = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Timeouts per name server and in total, in milliseconds: a broken DNS zone must not exhaust the function's timeout of 10 s.
 */
const LIMITS = { tryMs: 2000, deadlineMs: 5000 };

/** Reads TXT records from DNS, bypassing the hosts file. `servers` replaces the configured name servers. */
export function createDnsTxtResolver(servers?: readonly string[], limits = LIMITS): TxtResolver {
  return {
    async resolve(name) {
      // One resolver per query, because cancelling a resolver cancels all of its queries.
      const resolver = new Resolver({ timeout: limits.tryMs, tries: 2, maxTimeout: limits.tryMs });
      const deadline = setTimeout(() => resolver.cancel(), limits.deadlineMs);
      try {
        if (servers !== undefined) resolver.setServers(servers);
        const records = await resolver.resolveTxt(name);
        // A text longer than 255 bytes is split into parts (RFC 1035, 3.3.14).
        return { kind: 'resolved', texts: records.map((parts) => parts.join('')) };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        return NO_RECORDS.has(code) ? { kind: 'resolved', texts: [] } : { kind: 'unreachable' };
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}
