import { SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import { hasTokens } from '#shared/publishing/domain/account-credentials.ts';
import type { Account, Credentials, OAuthCredentials } from '#shared/publishing/domain/account.ts';
import { expiresSoon } from '#shared/publishing/domain/oauth/account-tokens.ts';
import type { PublicationError } from '#shared/publishing/domain/post.ts';
import {
  createRenewTokens,
  type RenewTokensDependencies,
  type Renewal,
  type TokenConsumer,
} from './renew-tokens.ts';

/** An account with its decrypted credentials. */
export type OpenedCredentials = { readonly account: Account; readonly credentials: Credentials };

/** Why an attempt ends without a request to the network, or after a rejected one. */
export type TokenStop =
  | { readonly kind: 'retry'; readonly error: PublicationError; readonly notBefore: null }
  | { readonly kind: 'unauthorised'; readonly error: PublicationError };

/** Credentials whose tokens do not expire during an attempt. */
export type Fresh =
  | (OpenedCredentials & { readonly kind: 'ready' })
  /** Another run renews the tokens; the attempt can start shortly. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'ended'; readonly stop: TokenStop };

export type TokenUse = ReturnType<typeof createTokenUse>;

/** Tokens that expire are renewed before an attempt, and once during it if the network rejects them. */
export function createTokenUse(operation: TokenConsumer, deps: RenewTokensDependencies) {
  const renew = createRenewTokens(operation, deps);

  return {
    /** Renews tokens that could expire during an attempt. @throws SecretUnavailableError */
    async freshen(opened: OpenedCredentials, messageId: string): Promise<Fresh> {
      const { account, credentials } = opened;
      const ready = { kind: 'ready', ...opened } as const;
      if (!hasTokens(credentials) || !expiresSoon(credentials.tokens, deps.clock())) return ready;
      const renewal = await renew(account, credentials, messageId);
      if (renewal.kind === 'renewed') return { ...renewal, kind: 'ready' };
      if (renewal.kind === 'busy') return renewal;
      // The last minutes of a token are used even if nothing can renew it.
      if (credentials.tokens.expiresAt > deps.clock()) return ready;
      return { kind: 'ended', stop: stopOf(renewal) };
    },

    /**
     * Calls the network. If it rejects the token, for example because it was revoked, the tokens are renewed and `call` runs once more.
     * The network did nothing with the rejected token, so the repetition is safe. Returns the account whose credentials were used last.
     */
    async attempt<R extends { readonly kind: string }>(
      opened: OpenedCredentials,
      messageId: string,
      call: (credentials: Credentials) => Promise<R>,
    ): Promise<{ readonly opened: OpenedCredentials; readonly result: R | TokenStop }> {
      const { account, credentials } = opened;
      const result = await call(credentials);
      if (result.kind !== 'unauthorised' || !hasTokens(credentials)) return { opened, result };
      const renewal = await renewOrWait(account, credentials, messageId);
      if (renewal.kind === 'rejected') return { opened, result };
      if (renewal.kind !== 'renewed') return { opened, result: stopOf(renewal) };
      return { opened: renewal, result: await call(renewal.credentials) };
    },
  };

  async function renewOrWait(
    account: Account,
    credentials: OAuthCredentials,
    messageId: string,
  ): Promise<Renewal> {
    try {
      return await renew(account, credentials, messageId);
    } catch (error) {
      if (!(error instanceof SecretUnavailableError)) throw error;
      return { kind: 'unreachable', detail: 'The key service is unavailable.' };
    }
  }
}

function stopOf(renewal: Exclude<Renewal, { readonly kind: 'renewed' }>): TokenStop {
  if (renewal.kind === 'rejected') {
    const detail = `The authorisation of the account has ended. ${renewal.detail} Connect the account again.`;
    return { kind: 'unauthorised', error: { code: 'credentials_refused', detail } };
  }
  const why = renewal.kind === 'busy' ? 'Another run renews them now.' : renewal.detail;
  const detail = `The tokens of the account could not be renewed. ${why}`;
  return { kind: 'retry', error: { code: 'network_unavailable', detail }, notBefore: null };
}
