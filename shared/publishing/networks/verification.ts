import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/platform/network/guarded-http-client.ts';
import { userAgentOf } from '#shared/platform/network/user-agent.ts';
import { fetchGuarded } from './fetch-guarded.ts';
import { createProviders, type ProviderDependencies } from './providers.ts';

/** Two requests to a network must fit into the ten-second timeout of an API function. */
const NETWORK_LIMITS = { connectMs: 2000, deadlineMs: 3000 };

/** What an operation needs to verify credentials: the guard for the server's address, the networks, and their `fetch`. */
export function createVerification(
  hosts: Parameters<typeof createAddressGuard>[0] & { readonly apiOrigins: readonly string[] },
  services: Omit<ProviderDependencies, 'http'>,
) {
  const guard = createAddressGuard(hosts);
  const http = createGuardedHttpClient(guard, userAgentOf(hosts.apiOrigins), NETWORK_LIMITS);
  return { guard, networks: createProviders({ ...services, http }), fetch: fetchGuarded(http) };
}
