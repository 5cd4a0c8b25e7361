import type { Account, ProviderName } from '#shared/publishing/domain/account.ts';

/** What decides whether two accounts are the same on their network. */
export type AccountOnNetwork = Pick<Account, 'provider' | 'identity' | 'username' | 'server'>;

/** Networks on which a user name belongs to a server. The oldest accounts have none, so nobody knows whose they are. */
const WITH_SERVERS: ReadonlySet<ProviderName> = new Set(['mastodon', 'wordpress', 'devto']);

/** Networks on which an account is a place, and the bot that posts there belongs to its identity. */
const PLACES: ReadonlySet<ProviderName> = new Set(['discord', 'telegram']);

/**
 * Whether two accounts of a workspace are one account of the network (docs/specification/publishing.md#account-identity). Accounts that
 * earlier versions connected have no identity, so their user name and server decide. Accounts of the sandbox are never the same.
 */
export function isSameAccount(one: AccountOnNetwork, other: AccountOnNetwork): boolean {
  if (one.provider !== other.provider || one.provider === 'sandbox') return false;
  if (one.identity !== null && other.identity !== null) return one.identity === other.identity;
  if (one.server === null && WITH_SERVERS.has(one.provider)) return false;
  return one.server === other.server && hasSameName(one, other);
}

/**
 * Whether credentials belong to the owner of an account. Reconnecting never changes the owner, but a chat or channel can get another
 * bot, because its posts reach the same readers.
 */
export function isSameOwner(account: AccountOnNetwork, found: AccountOnNetwork): boolean {
  const isKnown = account.identity !== null && found.identity !== null;
  if (isKnown && account.identity === found.identity) return true;
  if (isKnown && !PLACES.has(account.provider)) return false;
  const hasSameServer = account.server === null || account.server === found.server;
  return hasSameServer && hasSameName(account, found);
}

/** The user name on LinkedIn is an ID of the member, in which the case of letters counts. */
function hasSameName(one: AccountOnNetwork, other: AccountOnNetwork): boolean {
  if (one.provider === 'linkedin') return one.username === other.username;
  return one.username.toLowerCase() === other.username.toLowerCase();
}
