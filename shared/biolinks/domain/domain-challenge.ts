import type { PageDomain } from './page-domain.ts';

/** The TXT record by which the owner of a host shows that it is theirs (R32). */
export function challengeRecord({ host, challenge }: Pick<PageDomain, 'host' | 'challenge'>) {
  return { type: 'TXT', name: `_workspace-challenge.${host}`, value: challenge } as const;
}

/** The value of a new challenge; `random` holds at least 128 bits as text. */
export function newChallenge(random: string): string {
  return `workspace-verification=${random}`;
}

/** Whether a challenge is among the texts. People copy the quotes of zone files along with the value. */
export function isProven(challenge: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.trim().replace(/^"(?<value>.*)"$/u, '$<value>') === challenge);
}
