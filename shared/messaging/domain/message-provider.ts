import type { MessagePlatform } from './message-platform.ts';

/** The company through whose API messages of a platform go, unless a report names another one. */
const PROVIDERS: Readonly<Record<MessagePlatform, string>> = {
  sms: 'aws',
  whatsapp: 'aws',
  sandbox: 'sandbox',
  facebook: 'meta',
  instagram: 'meta',
  tiktok: 'tiktok',
};

/** The provider of a message that failed before a provider had it, and of a report that names none. */
export function providerOf(platform: MessagePlatform): string {
  return PROVIDERS[platform];
}
