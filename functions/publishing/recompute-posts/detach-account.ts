import { systemChange } from '#shared/platform/core/change.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { type AccountRemoval, afterPage, REMOVAL_PAGE } from '#shared/publishing/domain/account-removal.ts';
import { withoutAccount } from '#shared/publishing/domain/without-account.ts';
import type { AccountRemovals } from '#shared/publishing/ports/account-removals.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import { type RewriteDependencies, rewritePost } from './rewrite-post.ts';

/** Number of posts written in parallel. */
const AT_ONCE = 10;

const DETACH_OUTDATED = { code: 'DETACH_OUTDATED', message: 'Job is outdated; nothing to do' };
const DETACH_STEP = {
  code: 'DETACH_STEP',
  message: 'A disconnected account was removed from scheduled posts',
};

export type DetachDependencies = RewriteDependencies & {
  readonly removals: AccountRemovals;
  readonly posts: Pick<PostStore, 'find' | 'list' | 'save'>;
  readonly log: Log;
};

/**
 * Removes a disconnected account from the scheduled posts, one page per message. Posts without another account become drafts.
 * A repeated page finds its posts already changed.
 */
export function createDetachAccount({ removals, log, ...deps }: DetachDependencies) {
  return async (job: ScheduledJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    const { workspaceId, id: uuid } = job;
    const now = deps.clock();
    const removal = await removals.find(workspaceId, uuid);
    const timing = jobTiming(removal?.due, job, now);
    if (!removal || timing === 'outdated')
      return log.info(DETACH_OUTDATED, { workspace_id: workspaceId, account_id: uuid, seq: job.seq });
    // The message becomes visible again after its visibility timeout, or the sweep queues the job when it is overdue.
    if (timing === 'early') throw new RetryMessageError('The second pass starts later');
    const { detached, last } = await detachFromPage(removal, messageId);
    const at = deps.clock();
    const change = systemChange('recompute-posts', { requestId: messageId, nonce: deps.newNonce(), at });
    // If another invocation recorded this step first, it has also scheduled the next one.
    if (await removals.advance(removal, afterPage(removal, last, at), change))
      log.info(DETACH_STEP, { workspace_id: workspaceId, account_id: uuid, detached });
  };

  async function detachFromPage({ workspaceId, accountId, after }: AccountRemoval, requestId: string) {
    const page = await deps.posts.list(workspaceId, {
      status: 'scheduled',
      trashed: false,
      order: 'asc',
      limit: REMOVAL_PAGE,
      ...(after === null ? {} : { after }),
    });
    let detached = 0;
    for (let start = 0; start < page.length; start += AT_ONCE) {
      const group = page.slice(start, start + AT_ONCE);
      const written = await Promise.all(
        group.map((listed) =>
          rewritePost(deps, listed, requestId, (post, now) => {
            const rest = withoutAccount(post, accountId, now);
            return rest && { after: rest };
          }),
        ),
      );
      detached += written.filter(Boolean).length;
    }
    return { detached, last: page.length === REMOVAL_PAGE ? (page.at(-1)?.id ?? null) : null };
  }
}
