import type { Account } from '#console/screens/publishing/post-reads.ts';

/** A network whose accounts are connected with credentials. */
export type Provider = Exclude<Account['provider'], 'linkedin'>;

export const PROVIDERS: readonly (readonly [Provider, string])[] = [
  ['mastodon', 'Mastodon'],
  ['bluesky', 'Bluesky'],
  ['discord', 'Discord'],
  ['telegram', 'Telegram'],
  ['wordpress', 'WordPress'],
  ['devto', 'dev.to'],
  ['sandbox', 'Sandbox'],
];

/** The name of a network. */
export function providerName(provider: string): string {
  if (provider === 'linkedin') return 'LinkedIn';
  return PROVIDERS.find(([each]) => each === provider)?.[1] ?? provider;
}
