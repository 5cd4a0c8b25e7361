import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import type { ProviderName } from '#shared/publishing/domain/account.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { createBlueskyProvider } from './bluesky.ts';
import { createDevtoProvider } from './devto.ts';
import { createMastodonProvider } from './mastodon.ts';
import { createSandboxProvider } from './sandbox.ts';
import { createWordPressProvider } from './wordpress.ts';

/**
 * Dependencies of the networks. `http` must use the address guard, because customers choose the hosts
 * (docs/specification.md#address-guard).
 */
export type ProviderDependencies = {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly after: Timer;
  readonly log: Log;
};

/** Every network that posts can be published to, by name. */
export function createProviders({
  http,
  clock,
  after,
  log,
}: ProviderDependencies): Readonly<Record<ProviderName, PublishingProvider>> {
  return {
    mastodon: createMastodonProvider({ http, clock, after }),
    bluesky: createBlueskyProvider({ http, clock }),
    sandbox: createSandboxProvider(log),
    wordpress: createWordPressProvider({ http, clock }),
    devto: createDevtoProvider({ http, clock }),
  };
}
