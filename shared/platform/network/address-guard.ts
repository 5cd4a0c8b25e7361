import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { TargetGuard, UrlProblem } from '#shared/platform/core/target-guard.ts';
import { BlockedAddressError } from './blocked-address-error.ts';
import { isPublicAddress } from './public-address.ts';
import { createDnsResolver, resolveBySystem } from './resolve-hostname.ts';
import type { ResolveHostname } from './resolve-hostname.ts';
import { checkTargetUrl, hostKey, hostOf, isAddress } from './target-url.ts';

export { isPublicAddress } from './public-address.ts';

/** A rejected URL, or the parsed URL. */
export type CheckedUrl = UrlProblem | { readonly url: URL };

/** Guards every request to a host of a customer (docs/specification/webhooks.md#address-guard). */
export type AddressGuard = TargetGuard & {
  /** Checks the URL without network access. */
  checkUrl(text: string): CheckedUrl;
  /** Checks the URL and all addresses of the host; a host name that does not resolve yet is allowed. Never rejects. */
  checkTarget(text: string): Promise<CheckedUrl>;
  /**
   * DNS lookup for sockets: returns only checked addresses, and fails with BlockedAddressError if any address is not public.
   * The socket connects to the checked address, so the name cannot change its address in between (DNS rebinding). Sockets
   * do not call it for IP addresses: call `checkUrl` first.
   */
  readonly lookup: LookupFunction;
};

/** Settings of the address guard. */
export type AddressGuardOptions = {
  /** Hosts that may use http and non-public addresses; empty in every deployed stage. */
  readonly allowedHosts: readonly string[];
  /** The API's own hosts, `host` or `host:port`. */
  readonly apiHosts?: readonly string[];
  /** Replaces DNS. */
  readonly resolve?: ResolveHostname;
};

/** Creates the address guard. @throws TypeError if a configured host is not a host */
export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const rules = {
    allowedHosts: new Set(options.allowedHosts.map(hostKey)),
    apiHosts: new Set(options.apiHosts?.map(hostKey)),
  };
  const resolvePublic = options.resolve ?? createDnsResolver();
  const resolveAllowed = options.resolve ?? resolveBySystem;

  async function resolveChecked(hostname: string): Promise<LookupAddress[]> {
    if (rules.allowedHosts.has(hostKey(hostname))) return resolveAllowed(hostname);
    const addresses = await resolvePublic(hostname);
    // One non-public address rejects the host: the socket may pick any address, and a mix suggests an attack.
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw new BlockedAddressError(hostname);
    return addresses;
  }

  function checkUrl(text: string): CheckedUrl {
    return checkTargetUrl(text, rules);
  }

  async function checkTarget(text: string): Promise<CheckedUrl> {
    const checked = checkUrl(text);
    if ('code' in checked || isAddress(hostOf(checked.url))) return checked;
    try {
      await resolveChecked(checked.url.hostname);
    } catch (error) {
      // Any other failure means that the name does not resolve yet; each request checks again.
      if (error instanceof BlockedAddressError) {
        return {
          code: 'url_not_public',
          detail: 'The host name resolves to an address that is not public. Use a public host.',
        };
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
      resolveChecked(hostname).then(
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
