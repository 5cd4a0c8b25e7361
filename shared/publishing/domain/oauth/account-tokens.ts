import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Account, AccountTokens, OAuthTokens } from '#shared/publishing/domain/account.ts';

/** Tokens are renewed this long before they expire. Tokens that last less than twice as long are renewed after half of their life. */
const RENEW_BEFORE_MS = 7 * DAY_MS;

/** Longer than an attempt to publish, so that a token does not expire during the attempt. */
const PUBLISH_NEEDS_MS = 10 * MINUTE_MS;

/** The wait after a renewal without a usable response. */
const TRY_AGAIN_MS = 6 * HOUR_MS;

/** How long renewals of an expired access token are tried if the network does not say when the refresh token expires. */
const KEEP_TRYING_MS = 7 * DAY_MS;

/** The times of new tokens, and the job that renews them. `before` are the times of the tokens that they replace. */
export function tokensAfter(issued: OAuthTokens, before: AccountTokens | null, now: Date): AccountTokens {
  const { expiresAt, refreshToken, refreshExpiresAt } = issued;
  const dueSeq = (before?.dueSeq ?? 0) + 1;
  const life = Math.max(0, expiresAt.getTime() - now.getTime());
  // Without a refresh token the job only marks the account when the access token ends.
  const lead = refreshToken === null ? 0 : Math.min(RENEW_BEFORE_MS, life / 2);
  // A network that says that its tokens have ended already is not asked at each sweep. A publication renews them when it needs them.
  const earliest = now.getTime() + (refreshToken === null ? 0 : PUBLISH_NEEDS_MS);
  const at = new Date(Math.max(expiresAt.getTime() - lead, earliest));
  return {
    expiresAt,
    reconnectBy: refreshToken === null ? expiresAt : refreshExpiresAt,
    dueSeq,
    due: { at, seq: dueSeq, timer: false },
  };
}

/** The tokens after a renewal that failed but may succeed later. They have no job if no later renewal can succeed. */
export function tokensPostponed(tokens: AccountTokens, now: Date): AccountTokens {
  const end = tokens.reconnectBy ?? new Date(tokens.expiresAt.getTime() + KEEP_TRYING_MS);
  if (now >= end) return { ...tokens, due: null };
  const dueSeq = tokens.dueSeq + 1;
  const at = new Date(Math.min(now.getTime() + TRY_AGAIN_MS, end.getTime()));
  return { ...tokens, dueSeq, due: { at, seq: dueSeq, timer: false } };
}

/** The account after the network rejected its tokens: no job renews them. */
export function withoutRenewal(account: Account): Account {
  return account.tokens === null ? account : { ...account, tokens: { ...account.tokens, due: null } };
}

/** Whether the access token could expire during an attempt to publish that starts now. */
export function expiresSoon({ expiresAt }: Pick<OAuthTokens, 'expiresAt'>, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < PUBLISH_NEEDS_MS;
}
