import { secondsUntil } from '#shared/platform/core/seconds-until.ts';
import { SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import { RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import { describeError } from '#shared/platform/runtime/logger.ts';
import type { Account, ProviderName } from '#shared/publishing/domain/account.ts';
import { skipped } from '#shared/publishing/domain/identity/same-accounts.ts';
import type { Post, Publication, PublicationError } from '#shared/publishing/domain/post.ts';
import type { AccountJob } from '#shared/publishing/domain/publish-job.ts';
import type { PublishResult } from '#shared/publishing/domain/publish-result.ts';
import { abandoned, admitAttempt, afterAttempt } from '#shared/publishing/domain/publishing-attempt.ts';
import type { PublicationStore } from '#shared/publishing/ports/publication-store.ts';
import type { PublishQueue } from '#shared/publishing/ports/publish-queue.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { createFlagAccount, type FlagDependencies } from '#shared/publishing/use-cases/flag-account.ts';
import type { RenewTokensDependencies } from '#shared/publishing/use-cases/renew-tokens.ts';
import { createTokenUse, type Fresh, type TokenStop } from '#shared/publishing/use-cases/with-tokens.ts';
import { type PublicationBuilderDependencies, createPublicationBuilder } from './build-publications.ts';
import { createFinishAccount, type FinishDependencies } from './finish-account.ts';
import { attemptLogFields } from './log-fields.ts';
import { type PrepareDependencies, type PreparedRequest, prepareRequest } from './prepare-request.ts';

/** Delay of an attempt while KMS is unavailable; it does not count as an attempt (docs/failure-histories.md#kms-outage). */
const SECRET_WAIT_SECONDS = 60;
/** Delay of an attempt while another run renews the tokens; it does not count either. */
const TOKEN_WAIT_SECONDS = 15;

const OUTDATED = { code: 'PUBLICATION_OUTDATED', message: 'Nothing to publish for this message' };
const ATTEMPTED = { code: 'PUBLICATION_ATTEMPTED', message: 'Publishing to an account attempted' };
const LEASE_LOST = { code: 'PUBLICATION_LEASE_LOST', message: 'Another invocation owns the attempt now' };
const SECRET_UNAVAILABLE = {
  code: 'SECRET_UNAVAILABLE',
  message: 'Credentials cannot be decrypted now; attempt postponed',
};

const NOT_CONNECTED: PublicationError = {
  code: 'account_not_connected',
  detail: 'The account is not connected. Reconnect the account, then publish the post again.',
};

type Prepared<F extends Fresh = Fresh> = {
  readonly account: Account;
  readonly request: PreparedRequest;
  readonly fresh: F;
};

type Attempt = Prepared<Exclude<Fresh, { readonly kind: 'busy' }>> & {
  readonly job: AccountJob;
  readonly claimed: Publication;
  readonly messageId: string;
};

export type PublishAccountDependencies = PrepareDependencies &
  FinishDependencies &
  PublicationBuilderDependencies &
  FlagDependencies &
  RenewTokensDependencies & {
    readonly store: Pick<PublicationStore, 'saveAttempt'>;
    readonly providers: Readonly<Record<ProviderName, PublishingProvider>>;
    readonly queue: Pick<PublishQueue, 'sendLater'>;
    /** Maximum delay of a message, in seconds. */
    readonly queueDelayLimit: number;
  };

/**
 * Makes one attempt to publish a post to one account. The attempt is recorded before the request to the network and its
 * result right after it. After a crash in between, the next run finds an attempt without a result. It treats the outcome as
 * unknown and repeats the attempt with the same idempotency key (docs/specification/publishing.md#unknown-outcome).
 */
export function createPublishAccount(deps: PublishAccountDependencies) {
  const { store, accounts, providers, queue, queueDelayLimit, clock, log } = deps;
  const finish = createFinishAccount(deps);
  const flag = createFlagAccount('publish-post', deps);
  const tokens = createTokenUse('publish-post', deps);
  const buildPublications = createPublicationBuilder(deps);

  return async (job: AccountJob, messageId: string): Promise<void> => {
    const { postId, workspaceId, run: number, accountId } = job;
    const post = await store.find(workspaceId, postId);
    const run = post?.run;
    if (!post || run?.number !== number || !run.pending.includes(accountId)) return skip(job);
    const found = await accounts.findAll(workspaceId, [accountId]);
    const [account] = found;
    const publication =
      (await store.findPublication(postId, number, accountId)) ??
      (await buildPublications(post, run, [accountId], found))[0];
    if (!publication) return skip(job);

    const now = clock();
    const admission = admitAttempt(publication, job.attempt, now);
    if (admission.kind === 'outdated') return skip(job);
    if (admission.kind === 'leased') throw new RetryMessageError('Another invocation is making this attempt');
    if (admission.kind === 'wait') return sendLater(job, admission.attempt, admission.until);
    const same = run.same?.find((each) => each.accountId === accountId);
    if (same) return finish(publication, skipped(publication, same, now), messageId);
    const fail = (error: PublicationError) =>
      finish(publication, abandoned(publication, error, clock()), messageId);
    if (admission.kind === 'give-up') return fail(admission.error);
    if (account?.status !== 'connected') return fail(NOT_CONNECTED);

    const prepared = await prepare({ post, publication, account }, messageId).catch((error: unknown) => {
      if (!(error instanceof SecretUnavailableError)) throw error;
      log.warn(SECRET_UNAVAILABLE, { ...attemptLogFields(job), ...describeError(error) });
      return undefined;
    });
    if (!prepared) return queue.sendLater(job, SECRET_WAIT_SECONDS);
    if ('code' in prepared) return fail(prepared);
    const { fresh } = prepared;
    if (fresh.kind === 'busy') return queue.sendLater(job, TOKEN_WAIT_SECONDS);
    const { claimed } = admission;
    if (!(await store.saveAttempt(publication, claimed)))
      throw new RetryMessageError('Another invocation started this attempt');
    await attempt({ ...prepared, job, fresh, claimed, messageId });
  };

  async function prepare(
    work: { readonly post: Post; readonly publication: Publication; readonly account: Account },
    messageId: string,
  ): Promise<Prepared | PublicationError> {
    const request = await prepareRequest(deps, work);
    if ('code' in request) return request;
    const { account } = work;
    const fresh = await tokens.freshen({ account, credentials: request.credentials }, messageId);
    return { account, request, fresh };
  }

  async function attempt(work: Attempt): Promise<void> {
    const { job, claimed, messageId } = work;
    const { account, result } = await publish(work);
    const after = afterAttempt(claimed, result, clock());
    log.info(ATTEMPTED, {
      ...attemptLogFields(job),
      attempt: claimed.attempts,
      provider: account.provider,
      result: result.kind,
      reason: reasonOf(result),
    });
    // Flag the account before the result is recorded, because a redelivery after that does nothing.
    if (result.kind === 'unauthorised') await flag(account, messageId);
    if (after.nextAttemptAt === null) return finish(claimed, after, messageId);
    if (await store.saveAttempt(claimed, after))
      return sendLater(job, claimed.attempts + 1, after.nextAttemptAt);
    log.warn(LEASE_LOST, attemptLogFields(job));
  }

  async function publish({ account, request, fresh, claimed, messageId }: Attempt) {
    let { remote: done } = claimed;
    const { unknownSince } = claimed;
    if (fresh.kind === 'ended') return { account, result: toResult(fresh.stop, done) };
    const { opened, result } = await tokens.attempt(fresh, messageId, async (credentials) => {
      const sent = await providers[account.provider].publish({ ...request, credentials, done, unknownSince });
      ({ done } = sent);
      return sent;
    });
    return { account: opened.account, result: toResult(result, done) };
  }

  /** Sends a message for an attempt at a later time; a delay above the queue's maximum is split into several messages. */
  async function sendLater(job: AccountJob, number: number, at: Date): Promise<void> {
    const seconds = Math.min(secondsUntil(at, clock()), queueDelayLimit);
    await queue.sendLater({ ...job, attempt: number }, seconds);
  }

  function skip(job: AccountJob): void {
    log.info(OUTDATED, attemptLogFields(job));
  }
}

function reasonOf(result: PublishResult): string | undefined {
  return result.kind === 'published' ? undefined : result.error.code;
}

/** Converts the reason that ended an attempt to its result. `done` lists the posts that the network had confirmed before. */
function toResult(ended: PublishResult | TokenStop, done: PublishResult['done']): PublishResult {
  if ('done' in ended) return ended;
  return ended.kind === 'retry' ? { ...ended, done, unknown: false } : { ...ended, done };
}
