import type { MessagePlatform } from '#shared/messaging/domain/message-platform.ts';

/** The companies that run the channels on which engines send. */
const PROVIDERS: Readonly<Partial<Record<MessagePlatform, string>>> = {
  facebook: 'meta',
  instagram: 'meta',
  tiktok: 'tiktok',
};

/** The provider of a report that has none: the company that runs the channel. */
export function providerOf(platform: MessagePlatform): string {
  return PROVIDERS[platform] ?? platform;
}
