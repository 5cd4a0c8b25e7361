import { type SecretBox, SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { type Log, describeError } from '#shared/platform/runtime/logger.ts';
import { credentialsContext, readCredentials } from '#shared/publishing/domain/account-credentials.ts';
import type { Credentials, ProviderName } from '#shared/publishing/domain/account.ts';
import { type AccountOutcome, endedOutcome } from '#shared/publishing/domain/deletion/post-removal.ts';
import { postponed } from '#shared/publishing/domain/deletion/removal-attempt.ts';
import type { PublicationError } from '#shared/publishing/domain/post.ts';
import type { AccountReader } from '#shared/publishing/ports/account-store.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import type { OpenedCredentials, TokenStop, TokenUse } from '#shared/publishing/use-cases/with-tokens.ts';

/** Delay of an attempt while KMS is unavailable; it does not count as an attempt (docs/failure-histories.md#kms-outage). */
const SECRET_WAIT_MS = 60_000;
/** Delay of an attempt while another run renews the tokens; it does not count either. */
const TOKEN_WAIT_MS = 15_000;

const SECRET_UNAVAILABLE = {
  code: 'SECRET_UNAVAILABLE',
  message: 'Credentials cannot be decrypted now; attempt postponed',
};

const NOT_CONNECTED: PublicationError = {
  code: 'account_not_connected',
  detail: 'The account is not connected. Delete the post on the social network.',
};
const UNREADABLE: PublicationError = {
  code: 'credentials_unreadable',
  detail: 'The credentials of the account cannot be read. Delete the post on the social network.',
};
const UNSUPPORTED: PublicationError = {
  code: 'removal_unsupported',
  detail: 'Posts cannot be removed from this social network by its API. Delete the post there.',
};

export type OpenDependencies = {
  readonly accounts: Pick<AccountReader, 'findAll'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly providers: Readonly<Record<ProviderName, Pick<PublishingProvider, 'remove'>>>;
  readonly clock: Clock;
  readonly log: Log;
};

/** What an attempt needs, or why it ends before its first request. */
export type OpenedAccount = {
  readonly opened: OpenedCredentials;
  readonly stop: TokenStop | null;
  readonly remove: NonNullable<PublishingProvider['remove']>;
};

/** Finds and decrypts what an attempt needs. Without it, returns the outcome of the account: ended, or postponed. */
export async function openAccount(
  {
    accounts,
    secrets,
    providers,
    tokens,
    clock,
    log,
  }: OpenDependencies & { readonly tokens: Pick<TokenUse, 'freshen'> },
  outcome: AccountOutcome,
  { workspaceId, messageId }: { readonly workspaceId: string; readonly messageId: string },
): Promise<OpenedAccount | AccountOutcome> {
  const [account] = await accounts.findAll(workspaceId, [outcome.accountId]);
  const end = (state: 'failed' | 'unsupported', error: PublicationError) => ({
    ...outcome,
    ...endedOutcome(state, error, clock()),
  });
  const remove = account && providers[account.provider].remove;
  if (account && !remove) return end('unsupported', UNSUPPORTED);
  if (account?.status !== 'connected' || !remove) return end('failed', NOT_CONNECTED);
  const wait = (ms: number) => postponed(outcome, new Date(clock().getTime() + ms));
  try {
    const text = await secrets.open(account.sealedCredentials, credentialsContext(account));
    const credentials = parsed(text);
    if (!credentials) return end('failed', UNREADABLE);
    const opened = { account, credentials };
    const fresh = await tokens.freshen(opened, messageId);
    if (fresh.kind === 'busy') return wait(TOKEN_WAIT_MS);
    return fresh.kind === 'ended'
      ? { opened, remove, stop: fresh.stop }
      : { opened: fresh, remove, stop: null };
  } catch (error) {
    if (!(error instanceof SecretUnavailableError)) throw error;
    log.warn(SECRET_UNAVAILABLE, { account_id: outcome.accountId, ...describeError(error) });
    return wait(SECRET_WAIT_MS);
  }
}

function parsed(text: string): Credentials | undefined {
  try {
    return readCredentials(text);
  } catch {
    return undefined;
  }
}
