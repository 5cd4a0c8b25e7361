import type { PublishingProvider } from '#shared/domain/ports/publishing-provider.ts';
import type { ProviderName } from '#shared/domain/posts/account.ts';
import type { HttpClient } from '#shared/network/http-client.ts';
import type { Clock } from '#shared/runtime/clock.ts';
import type { Log } from '#shared/runtime/logger.ts';
import type { Timer } from '#shared/runtime/timer.ts';
import { createBlueskyProvider } from './bluesky.ts';
import { createMastodonProvider } from './mastodon.ts';
import { createSandboxProvider } from './sandbox.ts';

/** What the networks need; `http` must be guarded, since customers name the hosts (R27). */
export type ProviderDependencies = {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly after: Timer;
  readonly log: Log;
};

/** Every network that posts can go to, by name. */
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
  };
}
