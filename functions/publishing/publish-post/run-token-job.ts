import { systemChange } from '#shared/platform/core/change.ts';
import { logFieldsDue, type ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { secondsUntil } from '#shared/platform/core/seconds-until.ts';
import { retryLater } from '#shared/platform/queues/queue-consumer.ts';
import {
  credentialsContext,
  hasTokens,
  readCredentials,
} from '#shared/publishing/domain/account-credentials.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { tokensPostponed, withoutRenewal } from '#shared/publishing/domain/oauth/account-tokens.ts';
import type { AccountReader } from '#shared/publishing/ports/account-store.ts';
import type { PublishQueue } from '#shared/publishing/ports/publish-queue.ts';
import { createFlagAccount, type FlagDependencies } from '#shared/publishing/use-cases/flag-account.ts';
import {
  createRenewTokens,
  type RenewTokensDependencies,
} from '#shared/publishing/use-cases/renew-tokens.ts';

/** The wait while another run renews the same tokens. */
const BUSY_SECONDS = 60;

const OUTDATED = { code: 'TOKEN_JOB_OUTDATED', message: 'Job is outdated; no tokens to renew' };

export type TokenJobDependencies = RenewTokensDependencies &
  FlagDependencies & {
    readonly accounts: Pick<AccountReader, 'find'>;
    readonly queue: Pick<PublishQueue, 'sendLater'>;
    /** Maximum delay of a message, in seconds. */
    readonly queueDelayLimit: number;
  };

/**
 * Renews the tokens of an account at the time of its job, or marks the account once they have ended. Messages may be repeated, late or
 * early: the stored job decides.
 */
export function createRunTokenJob(deps: TokenJobDependencies) {
  const { accounts, secrets, queue, queueDelayLimit, clock, newNonce, log } = deps;
  const renew = createRenewTokens('publish-post', deps);
  const flag = createFlagAccount('publish-post', deps);

  return async (job: ScheduledJob, messageId: string): Promise<void> => {
    const now = clock();
    const account = await accounts.find(job.workspaceId, job.id);
    const due = account?.tokens?.due;
    if (!account || due?.seq !== job.seq) {
      log.info(OUTDATED, logFieldsDue(job));
      return;
    }
    if (due.at > now) return queue.sendLater(job, Math.min(secondsUntil(due.at, now), queueDelayLimit));

    const text = await secrets.open(account.sealedCredentials, credentialsContext(account));
    const credentials = readCredentials(text);
    if (!hasTokens(credentials)) return;
    const renewal = await renew(account, credentials, messageId);
    if (renewal.kind === 'renewed') return;
    if (renewal.kind === 'busy') return queue.sendLater(job, BUSY_SECONDS);
    const postponed = renewal.kind === 'rejected' ? withoutRenewal(account) : postpone(account, now);
    if (postponed.tokens?.due) return save(account, postponed, messageId);
    await flag(account, messageId);
    // A disabled account is not marked. After it is enabled again, the next attempt to publish finds the expired tokens.
    if (account.status === 'disabled') await save(account, postponed, messageId);
  };

  function postpone(account: Account, now: Date): Account {
    return account.tokens === null ? account : { ...account, tokens: tokensPostponed(account.tokens, now) };
  }

  async function save(before: Account, after: Account, requestId: string): Promise<void> {
    const change = systemChange('publish-post', { requestId, nonce: newNonce(), at: clock() });
    const next = { ...after, revision: before.revision + 1 };
    await accounts.save(before, next, null, { change, idempotencyRecord: null }).catch(retryLater());
  }
}
