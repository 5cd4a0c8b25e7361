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
  v.object({
    provider: v.literal('wordpress'),
    siteUrl: v.string(),
    username: v.string(),
    applicationPassword: v.string(),
  }),
  v.object({ provider: v.literal('devto'), apiKey: v.string(), service: v.string() }),
  v.object({ provider: v.literal('discord'), botToken: v.string(), channelId: v.string() }),
  v.object({ provider: v.literal('telegram'), botToken: v.string(), chatId: v.string() }),
]);

/** The context to which the encrypted credentials of an account are bound: they cannot be decrypted for anything else. */
export function credentialsContext({
  workspaceId,
  uuid,
}: Pick<Account, 'workspaceId' | 'uuid'>): SealContext {
  return { purpose: 'account', workspace: workspaceId, subject: uuid };
}

/** Serialises credentials to the plaintext that is encrypted. */
export function writeCredentials(given: Credentials): string {
  return JSON.stringify(given);
}

/** Parses decrypted credentials. @throws TypeError if `writeCredentials` did not write the text; the message never quotes it */
export function readCredentials(text: string): Credentials {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), credentials), text);
  if (read.success) return read.output;
  // Do not rethrow the parse error: it would quote the plaintext.
  throw new TypeError('The decrypted text does not contain valid credentials');
}

/** The server on which the username is unique; null for networks where it is unique everywhere. */
export function accountServer(given: Credentials): Account['server'] {
  if (given.provider === 'mastodon') return given.instanceUrl;
  if (given.provider === 'wordpress') return given.siteUrl;
  return given.provider === 'devto' ? given.service : null;
}

/** The members of credentials that must not appear in any response or log. */
const SECRETS: ReadonlySet<string> = new Set([
  'accessToken',
  'appPassword',
  'applicationPassword',
  'apiKey',
  'botToken',
]);

/** The parts of credentials that must not appear in any response or log. */
export function secretValues(given: Credentials): readonly string[] {
  return Object.entries(given).flatMap(([member, value]) => (SECRETS.has(member) ? [value] : []));
}
