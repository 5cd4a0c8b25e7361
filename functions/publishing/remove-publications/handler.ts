import { type Change, systemChange } from '#shared/platform/core/change.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import type { AccountOutcome, PostRemoval } from '#shared/publishing/domain/deletion/post-removal.ts';
import {
  afterRemoval,
  afterRun,
  type AttemptResult,
  claimedOutcome,
  dueOutcome,
  exhausted,
  isExhausted,
  whileAttempting,
  withOutcome,
} from '#shared/publishing/domain/deletion/removal-attempt.ts';
import type { PostRemovals } from '#shared/publishing/ports/post-removals.ts';
import { createFlagAccount, type FlagDependencies } from '#shared/publishing/use-cases/flag-account.ts';
import type { RenewTokensDependencies } from '#shared/publishing/use-cases/renew-tokens.ts';
import { createTokenUse } from '#shared/publishing/use-cases/with-tokens.ts';
import { openAccount, type OpenDependencies, type OpenedAccount } from './open-account.ts';

/** After this many milliseconds, a run starts no further request to a network; a new message continues the removal. */
const RUN_MS = 60_000;

const OUTDATED = { code: 'REMOVAL_OUTDATED', message: 'Job is outdated; nothing to remove' };
const ATTEMPTED = { code: 'REMOVAL_ATTEMPTED', message: 'Removing a post from a social network attempted' };
const ENDED = { code: 'REMOVAL_ENDED', message: 'Removal of a post from all its social networks ended' };
const OVERTAKEN = { code: 'REMOVAL_OVERTAKEN', message: 'Another run or request changed the removal' };

export type Dependencies = OpenDependencies &
  FlagDependencies &
  RenewTokensDependencies & { readonly removals: PostRemovals };

/**
 * Removes a post from the accounts that published it. Each attempt is recorded before its first request and with its result
 * afterwards. An attempt that crashes is repeated, because removing a post twice is harmless.
 */
export function createHandler(deps: Dependencies) {
  const { removals, clock, newNonce, log } = deps;
  const flag = createFlagAccount('remove-publications', deps);
  const tokens = createTokenUse('remove-publications', deps);

  return async (job: ScheduledJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    const { workspaceId, id, seq } = job;
    const now = clock();
    const found = await removals.find(workspaceId, id);
    const timing = jobTiming(found?.due, job, now);
    if (!found || timing === 'outdated') return log.info(OUTDATED, { post_id: id, seq });
    // The message becomes visible again after its visibility timeout, or the sweep queues the job when it is overdue.
    if (timing === 'early') throw new RetryMessageError('The attempt is not due yet');
    await run(found, messageId);
  };

  async function run(found: PostRemoval, messageId: string): Promise<void> {
    const { id, workspaceId } = found;
    const end = clock().getTime() + RUN_MS;
    let stored = found;
    let current = found;

    /** Writes `after`; false if another run or request changed the removal first. */
    async function store(after: PostRemoval): Promise<boolean> {
      if (!(await removals.advance(stored, after, changeAt(messageId)))) {
        log.info(OVERTAKEN, { post_id: id });
        return false;
      }
      [stored, current] = [after, after];
      return true;
    }

    while (clock().getTime() < end) {
      const outcome = dueOutcome(current, clock());
      if (!outcome) break;
      const opened = isExhausted(outcome)
        ? exhausted(outcome, clock())
        : await openAccount({ ...deps, tokens }, outcome, { workspaceId, messageId });
      if (!('opened' in opened)) {
        current = withOutcome(current, opened);
        continue;
      }
      const claimed = claimedOutcome(outcome);
      if (!(await store(whileAttempting(withOutcome(current, claimed), clock())))) return;
      const { account, result } = await attempt(claimed, opened, { end, messageId });
      // Flag the account before the result is recorded, because a redelivery after that does nothing.
      if (result.stop?.kind === 'unauthorised') await flag(account, messageId);
      const after = afterRemoval(claimed, result, clock());
      current = withOutcome(current, after);
      const { accountId, provider, state, attempts, error } = after;
      const about = { post_id: id, account_id: accountId, provider };
      log.info(ATTEMPTED, { ...about, state, attempts, left: after.left, reason: error?.code });
    }
    const isStored = await store(afterRun(current, clock()));
    if (isStored && current.due === null) log.info(ENDED, { post_id: id, workspace_id: workspaceId });
  }

  /** Removes the posts of an account from the last one to the first, so that no reply loses the post it replies to. */
  async function attempt(
    { remote, left: before }: AccountOutcome,
    { opened, remove, stop }: OpenedAccount,
    { end, messageId }: { readonly end: number; readonly messageId: string },
  ): Promise<{ readonly account: Account; readonly result: AttemptResult }> {
    let used = opened;
    const ended = (result: AttemptResult) => ({ account: used.account, result });
    if (stop) return ended({ left: before, stop });
    for (let left = before; left > 0; left -= 1) {
      if (left < before && clock().getTime() >= end) return ended({ left, stop: null });
      const post = { id: remote[left - 1] ?? '', url: null };
      const attempted = await tokens.attempt(used, messageId, async (credentials) =>
        remove({ credentials, remote: post }),
      );
      used = attempted.opened;
      if (attempted.result.kind !== 'removed') return ended({ left, stop: attempted.result });
    }
    return ended({ left: 0, stop: null });
  }

  function changeAt(requestId: string): Change {
    const operation = 'remove-publications';
    return systemChange(operation, { requestId, nonce: newNonce(), at: clock() });
  }
}
