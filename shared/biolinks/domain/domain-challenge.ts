import type { PageDomain } from './page-domain.ts';

/** The TXT record that proves the ownership of a host (docs/specification/biolinks.md#domains). */
export function challengeRecord({ host, challenge }: Pick<PageDomain, 'host' | 'challenge'>) {
  return { type: 'TXT', name: `_workspace-challenge.${host}`, value: challenge } as const;
}

/** The value of a new challenge; `random` has at least 128 bits of entropy. */
export function newChallenge(random: string): string {
  return `workspace-verification=${random}`;
}

/** Whether one of the texts is the challenge. Quotes copied from a zone file are ignored. */
export function isProven(challenge: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.trim().replace(/^"(?<value>.*)"$/u, '$<value>') === challenge);
}
