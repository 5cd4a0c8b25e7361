import type { BackOff } from '#shared/platform/core/back-off.ts';
import { systemChange } from '#shared/platform/core/change.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import {
  credentialsContext,
  readCredentials,
  writeCredentials,
} from '#shared/publishing/domain/account-credentials.ts';
import type { Account, Credentials, OAuthCredentials } from '#shared/publishing/domain/account.ts';
import { tokensAfter } from '#shared/publishing/domain/oauth/account-tokens.ts';
import type { AccountStore } from '#shared/publishing/ports/account-store.ts';
import type { AuthorisationServers, TokenResult } from '#shared/publishing/ports/authorisation-servers.ts';
import type { TokenLeases } from '#shared/publishing/ports/token-leases.ts';
import { type AppSources, findIssuer, openApp } from './find-app.ts';

/** Longer than a whole renewal with its request and its writes, so that two runs never hold the lease at once. */
const LEASE_MS = 60_000;

/** Many, because new tokens that are not stored are lost. */
const TRIES = 25;

const RENEWED = { code: 'ACCOUNT_TOKENS_RENEWED', message: 'The tokens of a social account were renewed' };
const NOT_RENEWED = {
  code: 'ACCOUNT_TOKENS_NOT_RENEWED',
  message: 'The tokens of a social account were not renewed',
};
const NO_REFRESH_TOKEN = 'The network issued no refresh token.';
const NO_APP = 'The app that the account was connected with no longer exists here.';

/** The result of a renewal. */
export type Renewal =
  /** The stored account has tokens that are newer than those used, whether this run or another one renewed them. */
  | { readonly kind: 'renewed'; readonly account: Account; readonly credentials: Credentials }
  /** Another run renews the tokens now. */
  | { readonly kind: 'busy' }
  /** Only a person can help: the network rejects the refresh token, or there is none. */
  | { readonly kind: 'rejected'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** The functions that use tokens. Changes of an account name them as the operation. */
export type TokenConsumer = 'publish-post' | 'remove-publications';

/** The ports that a renewal of tokens needs. */
export type RenewTokensDependencies = AppSources & {
  readonly accounts: Pick<AccountStore, 'findAll' | 'save'>;
  readonly tokenLeases: TokenLeases;
  readonly servers: Pick<AuthorisationServers, 'renew'>;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
  readonly log: Log;
};

/**
 * Renews the tokens of an account. One run at a time asks the network: the lease is taken first, and under the lease the account is
 * read again, because another run may just have renewed the tokens. If a run crashes between the network's response and the write,
 * the new tokens are lost. A network that accepts each refresh token once then rejects the stored one, and the account needs a person
 * (docs/adr/publishing/0079-oauth-connect.md).
 */
export function createRenewTokens(operation: TokenConsumer, deps: RenewTokensDependencies) {
  const { accounts, tokenLeases, servers, secrets, clock, backOff, newNonce, log } = deps;

  return async (used: Account, credentials: OAuthCredentials, requestId: string): Promise<Renewal> => {
    if (credentials.tokens.refreshToken === null) return { kind: 'rejected', detail: NO_REFRESH_TOKEN };
    const until = new Date(clock().getTime() + LEASE_MS);
    if (!(await tokenLeases.take(used, until, clock()))) return (await newer(used)) ?? { kind: 'busy' };
    try {
      const known = await newer(used);
      if (known) return known;
      const result = await ask(used, credentials);
      log.info(result.kind === 'granted' ? RENEWED : NOT_RENEWED, {
        account_id: used.uuid,
        provider: used.provider,
        result: result.kind,
        ...(result.kind === 'granted' ? {} : { reason: result.detail }),
      });
      if (result.kind !== 'granted') return result;
      return await store(used, { ...credentials, tokens: result.tokens }, requestId);
    } finally {
      await tokenLeases.release(used, until);
    }
  };

  async function ask({ workspaceId }: Account, { provider, tokens }: OAuthCredentials): Promise<TokenResult> {
    const { clientId, refreshToken } = tokens;
    if (refreshToken === null) return { kind: 'rejected', detail: NO_REFRESH_TOKEN };
    const app = await findIssuer(deps, workspaceId, { provider, clientId });
    if (!app) return { kind: 'unreachable', detail: NO_APP };
    return servers.renew(provider, await openApp(secrets, app), { ...tokens, refreshToken });
  }

  /** The stored credentials, if they differ from `used`. */
  async function newer({ workspaceId, id, sealedCredentials }: Account): Promise<Renewal | undefined> {
    const [account] = await accounts.findAll(workspaceId, [id]);
    if (!account || account.sealedCredentials === sealedCredentials) return undefined;
    const text = await secrets.open(account.sealedCredentials, credentialsContext(account));
    return { kind: 'renewed', account, credentials: readCredentials(text) };
  }

  /**
   * Stores new tokens, and repeats the write if another edit of the account wins. If a person has reconnected the account in the
   * meantime, the stored tokens are newer.
   */
  async function store(used: Account, renewed: OAuthCredentials, requestId: string): Promise<Renewal> {
    const sealedCredentials = await secrets.seal(writeCredentials(renewed), credentialsContext(used));
    return retryOnConflict(
      backOff,
      async () => {
        const [account] = await accounts.findAll(used.workspaceId, [used.id]);
        if (account?.sealedCredentials !== used.sealedCredentials)
          return (await newer(used)) ?? { kind: 'unreachable', detail: 'The account was disconnected.' };
        const now = clock();
        const tokens = tokensAfter(renewed.tokens, account.tokens, now);
        const after = { ...account, sealedCredentials, tokens, revision: account.revision + 1 };
        const change = systemChange(operation, { requestId, nonce: newNonce(), at: now });
        // No event: nothing that the event shows has changed.
        await accounts.save(account, after, null, { change, idempotencyRecord: null });
        return { kind: 'renewed', account: after, credentials: renewed };
      },
      { tries: TRIES },
    );
  }
}
