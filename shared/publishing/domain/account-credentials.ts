import * as v from 'valibot';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import type { Account, Credentials, OAuthCredentials } from './account.ts';

/** Times are stored in milliseconds since the epoch. */
const time = v.pipe(
  v.number(),
  v.transform((ms) => new Date(ms)),
);

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
  v.object({
    provider: v.literal('linkedin'),
    memberId: v.string(),
    tokens: v.object({
      clientId: v.string(),
      accessToken: v.string(),
      expiresAt: time,
      refreshToken: v.nullable(v.string()),
      refreshExpiresAt: v.nullable(time),
    }),
  }),
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
  if (!hasTokens(given)) return JSON.stringify(given);
  const { expiresAt, refreshExpiresAt, ...tokens } = given.tokens;
  const times = {
    expiresAt: expiresAt.getTime(),
    refreshExpiresAt: refreshExpiresAt?.getTime() ?? null,
  };
  return JSON.stringify({ ...given, tokens: { ...tokens, ...times } });
}

/** Whether the credentials are tokens that expire. */
export function hasTokens(given: Credentials): given is OAuthCredentials {
  return 'tokens' in given;
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
  'refreshToken',
]);

/** The parts of credentials that must not appear in any response or log. */
export function secretValues(given: Credentials): readonly string[] {
  const all = Object.entries(hasTokens(given) ? { ...given, ...given.tokens } : given);
  return all.flatMap(([member, value]) => (SECRETS.has(member) && typeof value === 'string' ? [value] : []));
}
