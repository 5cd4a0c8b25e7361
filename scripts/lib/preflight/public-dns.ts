import { Resolver } from 'node:dns/promises';
import type { NameResolver } from './check-names.ts';

/** Codes of responses that say that there is no such record. */
const MISSING = new Set(['ENOTFOUND', 'ENODATA']);

/** Milliseconds of a query, and how often it is tried. */
const LIMITS = { timeout: 3000, tries: 2 };

/** The DNS of this machine. */
export function createPublicDns(): NameResolver {
  const resolver = new Resolver(LIMITS);
  return {
    nameServers: (zone) => resolver.resolveNs(zone).catch(unlessMissing),
    cname: (name) => resolver.resolveCname(name).catch(unlessMissing),
    async addresses(name) {
      const found = await Promise.all([
        resolver.resolve4(name).catch(unlessMissing),
        resolver.resolve6(name).catch(unlessMissing),
      ]);
      const all = found.flatMap((addresses) => addresses ?? []);
      return all.length === 0 ? undefined : all;
    },
  };
}

function unlessMissing(error: unknown): undefined {
  if (!MISSING.has(String(Object(error).code))) throw error;
}
