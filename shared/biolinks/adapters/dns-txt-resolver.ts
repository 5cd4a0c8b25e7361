import { Resolver } from 'node:dns/promises';
import type { TxtResolver } from '#shared/biolinks/ports/txt-resolver.ts';

/** Codes of an answer that says: there is nothing. Any other failure is no answer. */
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/** Limits per name server and in all: a dead zone must not hold the function until its own time-out of 10 s. */
const TRY_MS = 2000;
const DEADLINE_MS = 5000;

/** Reads TXT records from the DNS, past the hosts file. `servers` replaces the configured name servers. */
export function createDnsTxtResolver(servers?: readonly string[]): TxtResolver {
  return {
    async resolve(name) {
      // One per question, since giving up ends every question of a resolver.
      const resolver = new Resolver({ timeout: TRY_MS, tries: 2, maxTimeout: TRY_MS });
      const deadline = setTimeout(() => resolver.cancel(), DEADLINE_MS);
      try {
        if (servers !== undefined) resolver.setServers(servers);
        const records = await resolver.resolveTxt(name);
        // A text of more than 255 bytes comes in parts (RFC 1035, 3.3.14).
        return { kind: 'answered', texts: records.map((parts) => parts.join('')) };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        return NOTHING_THERE.has(code) ? { kind: 'answered', texts: [] } : { kind: 'unreachable' };
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}
