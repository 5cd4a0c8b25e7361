import type { ProviderName } from '#shared/publishing/domain/account.ts';

/** The origin of a network with one server, where no customer enters an address. */
const ORIGINS = {
  discord: 'https://discord.com',
  telegram: 'https://api.telegram.org',
} as const satisfies Partial<Record<ProviderName, string>>;

/**
 * The origin of a network with one server. `replaced` lists other origins as `network=origin`: the local stack publishes to
 * servers on its machine. No template sets the variable.
 */
export function networkOrigin(network: keyof typeof ORIGINS, replaced: readonly string[]): string {
  const prefix = `${network}=`;
  return replaced.find((entry) => entry.startsWith(prefix))?.slice(prefix.length) ?? ORIGINS[network];
}
