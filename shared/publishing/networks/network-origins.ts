import type { ProviderName } from '#shared/publishing/domain/account.ts';

/** The origin of the API of a network with one server, where no customer enters an address. */
const ORIGINS = {
  discord: 'https://discord.com',
  telegram: 'https://api.telegram.org',
  linkedin: 'https://api.linkedin.com',
} as const satisfies Partial<Record<ProviderName, string>>;

/** A network with one server. */
type CentralNetwork = keyof typeof ORIGINS;

/** The origin of the API of a network with one server. */
export function networkOrigin(network: CentralNetwork, replaced: readonly string[]): string {
  return replacedOrigin(network, replaced) ?? ORIGINS[network];
}

/**
 * The origin that replaces every origin of a network; undefined in each deployed stage. `replaced` lists such origins as
 * `network=origin`: the local stack publishes to servers on its machine. No template sets the variable.
 */
export function replacedOrigin(network: CentralNetwork, replaced: readonly string[]): string | undefined {
  const prefix = `${network}=`;
  return replaced.find((entry) => entry.startsWith(prefix))?.slice(prefix.length);
}
