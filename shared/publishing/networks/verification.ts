import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/platform/network/guarded-http-client.ts';
import { createProviders, type ProviderDependencies } from './providers.ts';

/** A network may be asked twice, within the ten seconds of a function that answers a caller. */
const NETWORK_LIMITS = { connectMs: 2000, deadlineMs: 3000 };

/** What an operation needs that is sent credentials: the guard for their address, and the networks to ask whose they are (R27). */
export function createVerification(
  hosts: Parameters<typeof createAddressGuard>[0],
  services: Omit<ProviderDependencies, 'http'>,
) {
  const guard = createAddressGuard(hosts);
  const http = createGuardedHttpClient(guard, NETWORK_LIMITS);
  return { guard, networks: createProviders({ ...services, http }) };
}
