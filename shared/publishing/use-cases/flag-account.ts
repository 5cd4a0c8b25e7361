import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { systemChange } from '#shared/platform/core/change.ts';
import { isConcurrentUpdate, retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { accountUpdated } from '#shared/publishing/domain/account-events.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { withoutRenewal } from '#shared/publishing/domain/oauth/account-tokens.ts';
import type { AccountStore } from '#shared/publishing/ports/account-store.ts';

/** Many, because an account that is not flagged is used again. */
const TRIES = 25;

const FLAGGED = { code: 'ACCOUNT_NEEDS_REAUTH', message: 'A social network rejects the credentials' };
const NOT_FLAGGED = {
  code: 'ACCOUNT_NOT_FLAGGED',
  message: 'Concurrent edits prevented the status needs_reauth; the next rejected attempt sets it',
};

/** The ports that flagging an account needs. */
export type FlagDependencies = {
  readonly accounts: Pick<AccountStore, 'findAll' | 'save'>;
  readonly endpoints: EndpointDirectory;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
  readonly log: Log;
};

/**
 * Sets an account to `needs_reauth` after the network rejected its credentials, once, with its event. An account that was
 * reconnected in the meantime stays connected, because the network rejected only its previous credentials.
 */
export function createFlagAccount(
  operation: 'publish-post' | 'remove-publications',
  { accounts, endpoints, clock, backOff, newNonce, log }: FlagDependencies,
) {
  return async (used: Account, requestId: string): Promise<void> => {
    try {
      await retryOnConflict(backOff, () => flag(used, requestId), { tries: TRIES });
    } catch (error) {
      if (!isConcurrentUpdate(error)) throw error;
      log.warn(NOT_FLAGGED, { account_id: used.uuid, provider: used.provider });
    }
  };

  async function flag(used: Account, requestId: string): Promise<void> {
    const [account] = await accounts.findAll(used.workspaceId, [used.id]);
    if (account?.status !== 'connected' || account.sealedCredentials !== used.sealedCredentials) return;
    const now = clock();
    const after: Account = {
      ...withoutRenewal(account),
      status: 'needs_reauth',
      revision: account.revision + 1,
      updatedAt: now,
    };
    const directory = await endpoints.readDirectory(account.workspaceId);
    const event = accountUpdated(after, { id: newId(now), now, directory, correlationId: requestId });
    const change = systemChange(operation, { requestId, nonce: newNonce(), at: now });
    await accounts.save(account, after, event, { change, idempotencyRecord: null });
    log.info(FLAGGED, { account_id: account.uuid, provider: account.provider });
  }
}
