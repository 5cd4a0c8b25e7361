import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import type { ProviderName } from '#shared/publishing/domain/account.ts';
import type { ReadMarkdownTitle } from '#shared/publishing/domain/texts/markdown-title.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { createBlueskyProvider } from './bluesky.ts';
import { createDevtoProvider } from './devto.ts';
import { createDiscordProvider } from './discord.ts';
import type { ReadLinkCard } from './link-card.ts';
import { createLinkedInProvider } from './linkedin/linkedin.ts';
import { createMastodonProvider } from './mastodon.ts';
import { networkOrigin } from './network-origins.ts';
import { createSandboxProvider } from './sandbox.ts';
import { createTelegramProvider } from './telegram.ts';
import { createWordPressProvider } from './wordpress.ts';

/**
 * What only publishing needs. Functions that connect accounts or remove posts leave it out: the parser of Markdown alone is 69 kB, and
 * cards need a client for files.
 */
export type Composing = { readonly readCard: ReadLinkCard; readonly markdownTitle: ReadMarkdownTitle };

const PUBLISHES_NOTHING: Composing = {
  readCard: cannotPublish,
  markdownTitle: cannotPublish,
};

function cannotPublish(): never {
  throw new Error('Only the function that publishes posts has what it takes to compose them.');
}

/**
 * Dependencies of the networks. `http` must use the address guard, because customers choose the hosts
 * (docs/specification/webhooks.md#address-guard).
 */
export type ProviderDependencies = {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly after: Timer;
  readonly log: Log;
  readonly composing?: Composing;
  /** Origins that replace those of networks with one server, as `network=origin`; empty in every deployed stage. */
  readonly origins?: readonly string[];
};

/** Every network that posts can be published to, by name. */
export function createProviders({
  http,
  clock,
  after,
  log,
  composing: { readCard, markdownTitle } = PUBLISHES_NOTHING,
  origins = [],
}: ProviderDependencies): Readonly<Record<ProviderName, PublishingProvider>> {
  return {
    mastodon: createMastodonProvider({ http, clock, after }),
    bluesky: createBlueskyProvider({ http, clock, readCard }),
    sandbox: createSandboxProvider(log),
    wordpress: createWordPressProvider({ http, clock }),
    devto: createDevtoProvider({ http, clock, markdownTitle }),
    discord: createDiscordProvider({ http, clock, origin: networkOrigin('discord', origins) }),
    telegram: createTelegramProvider({ http, clock, origin: networkOrigin('telegram', origins) }),
    linkedin: createLinkedInProvider({ http, clock, origin: networkOrigin('linkedin', origins) }),
  };
}
