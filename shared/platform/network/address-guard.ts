import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { TargetGuard, UrlProblem } from '#shared/platform/core/target-guard.ts';
import { BlockedAddressError } from './blocked-address-error.ts';
import { isPublicAddress } from './public-address.ts';
import { createDnsResolver, resolveBySystem } from './resolve-hostname.ts';
import type { ResolveHostname } from './resolve-hostname.ts';
import { checkTargetUrl, hostKey, hostOf } from './target-url.ts';

export { isPublicAddress } from './public-address.ts';

/** A refused URL, or the URL parsed. */
export type CheckedUrl = UrlProblem | { readonly url: URL };

/** The guard before every request to a host that a customer names (G86, R27). */
export interface AddressGuard extends TargetGuard {
  /** Checks the text alone, without network access. */
  checkUrl(text: string): CheckedUrl;
  /** Checks the text and all addresses of the host; a name that does not resolve yet passes. Never rejects. */
  checkTarget(text: string): Promise<CheckedUrl>;
  /**
   * Lookup for sockets: gives only checked addresses and fails with BlockedAddressError if any is not public. As the
   * socket connects to what was checked here, a name cannot change its address in between (DNS rebinding).
   * Sockets do not call it for IP literals: call `checkUrl` before.
   */
  readonly lookup: LookupFunction;
}

/** Settings of the guard. */
export interface AddressGuardOptions {
  /** Hosts that may be non-public and spoken to over http; empty in every deployed stage. */
  readonly allowedHosts: readonly string[];
  /** The API's own hosts, `host` or `host:port`. */
  readonly apiHosts?: readonly string[];
  /** Replaces DNS. */
  readonly resolve?: ResolveHostname;
}

/** Makes the address guard. Throws TypeError if a configured host is not a host. */
export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const rules = {
    allowedHosts: new Set(options.allowedHosts.map(hostKey)),
    apiHosts: new Set(options.apiHosts?.map(hostKey)),
  };
  const resolvePublic = options.resolve ?? createDnsResolver();
  const resolveAllowed = options.resolve ?? resolveBySystem;

  async function addressesOf(hostname: string): Promise<LookupAddress[]> {
    if (rules.allowedHosts.has(hostKey(hostname))) return resolveAllowed(hostname);
    const addresses = await resolvePublic(hostname);
    // One bad address among good ones refuses all: who mixes them is probing, and the socket picks freely.
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw new BlockedAddressError(hostname);
    return addresses;
  }

  function checkUrl(text: string): CheckedUrl {
    return checkTargetUrl(text, rules);
  }

  async function checkTarget(text: string): Promise<CheckedUrl> {
    const checked = checkUrl(text);
    if ('code' in checked || isIP(hostOf(checked.url)) !== 0) return checked;
    try {
      await addressesOf(checked.url.hostname);
    } catch (error) {
      // Any other failure means that the name does not resolve yet, which each send finds out for itself.
      if (error instanceof BlockedAddressError) {
        return { code: 'url_not_public', detail: 'The host name resolves to an address that is not public.' };
      }
    }
    return checked;
  }

  return {
    checkUrl,
    checkTarget,
    checkForm(text, ownBaseUrl) {
      const apiHosts = new Set([...rules.apiHosts, hostKey(new URL(ownBaseUrl).host)]);
      const checked = checkTargetUrl(text, { ...rules, apiHosts });
      return 'code' in checked ? checked : undefined;
    },
    async check(url) {
      const checked = await checkTarget(url);
      return 'code' in checked ? checked : undefined;
    },
    lookup(hostname, { all }, callback) {
      addressesOf(hostname).then(
        (addresses) => {
          const [first] = addresses;
          if (first === undefined) callback(noAddress(hostname), []);
          else if (all === true) callback(null, addresses);
          else callback(null, first.address, first.family);
        },
        (error: unknown) => callback(error instanceof Error ? error : noAddress(hostname), []),
      );
    },
  };
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}
