import * as v from 'valibot';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import type { Account, Credentials } from './account.ts';

const credentials = v.variant('provider', [
  v.object({ provider: v.literal('mastodon'), instanceUrl: v.string(), accessToken: v.string() }),
  v.object({
    provider: v.literal('bluesky'),
    identifier: v.string(),
    appPassword: v.string(),
    service: v.string(),
  }),
  v.object({ provider: v.literal('sandbox') }),
]);

/** What an account's credentials are sealed as and for: nothing else opens them. */
export function credentialsSeal({ workspaceId, uuid }: Pick<Account, 'workspaceId' | 'uuid'>): SealContext {
  return { purpose: 'account', workspace: workspaceId, subject: uuid };
}

/** Credentials as the text that is sealed. */
export function writeCredentials(given: Credentials): string {
  return JSON.stringify(given);
}

/** The credentials of an opened text. Throws without a word of the text if `writeCredentials` did not write it. */
export function readCredentials(text: string): Credentials {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), credentials), text);
  if (read.success) return read.output;
  // Not the finding itself: it would quote what it found.
  throw new TypeError('The sealed text holds no credentials');
}

/** The server that a username of these credentials belongs to, where it says nothing without it. */
export function serverOf(given: Credentials): Account['server'] {
  return given.provider === 'mastodon' ? given.instanceUrl : null;
}

/** Texts of credentials that may appear in no answer and no log. */
export function secretTexts(given: Credentials): readonly string[] {
  if (given.provider === 'mastodon') return [given.accessToken];
  if (given.provider === 'bluesky') return [given.appPassword];
  return [];
}
