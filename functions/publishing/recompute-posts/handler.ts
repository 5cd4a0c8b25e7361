import type { BackOff } from '#shared/platform/core/back-off.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import {
  afterStep,
  handOver,
  RECOMPUTE_PAGE,
  type RecomputePlace,
  type RecomputeStep,
} from '#shared/platform/identity/zone-recompute.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { recomputePost } from '#shared/publishing/domain/recompute-posts.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import { rewritePost } from './rewrite-post.ts';

/** Maximum steps per message; a new message then continues, so that one workspace does not block others. */
const MAX_STEPS_PER_MESSAGE = 10;

/** Number of posts written in parallel. */
const AT_ONCE = 10;

const RECOMPUTE_OUTDATED = { code: 'RECOMPUTE_OUTDATED', message: 'Job is outdated; nothing to do' };
const RECOMPUTE_STEP = {
  code: 'RECOMPUTE_STEP',
  message: 'Posts recomputed in the time zone of the workspace',
};

export type Dependencies = {
  readonly workspaces: Pick<WorkspaceStore, 'find' | 'advanceRecompute'>;
  readonly posts: Pick<PostStore, 'find' | 'list' | 'save'>;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
  readonly log: Log;
};

/**
 * Recomputes the posts of a workspace step by step, from the stored cursor, after a time zone change. A repeated step finds
 * its posts already in the new zone; a job of an earlier change finds a newer schedule and stops.
 */
export function createHandler({ workspaces, posts, clock, backOff, newNonce, log }: Dependencies) {
  return async (job: ScheduledJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    const { workspaceId, seq } = job;
    for (let steps = 0; ; steps += 1) {
      const now = clock();
      const workspace = await workspaces.find(workspaceId);
      const recompute = workspace?.recompute ?? null;
      const timing = jobTiming(recompute?.due, job, now);
      if (!workspace || !recompute || timing === 'outdated')
        return log.info(RECOMPUTE_OUTDATED, { workspace_id: workspaceId, seq });
      // The message becomes visible again after its visibility timeout, or the sweep queues the job when it is overdue.
      if (timing === 'early') throw new RetryMessageError('The second pass starts later');
      if (steps === MAX_STEPS_PER_MESSAGE) {
        await workspaces.advanceRecompute(workspace, handOver(recompute, now));
        return;
      }
      const step = await recomputePage(workspaceId, workspace.timezone, recompute.place, messageId);
      if (!(await workspaces.advanceRecompute(workspace, afterStep(recompute, step, clock())))) return;
      log.info(RECOMPUTE_STEP, { workspace_id: workspaceId, moved: step.moved, kept: step.kept });
    }
  };

  async function recomputePage(
    workspaceId: string,
    timezone: string,
    { status, after }: RecomputePlace,
    requestId: string,
  ): Promise<RecomputeStep> {
    const cursor = after === null ? {} : { after };
    const page = await posts.list(workspaceId, {
      status,
      trashed: false,
      order: 'asc',
      limit: RECOMPUTE_PAGE,
      ...cursor,
    });
    let [moved, kept] = [0, 0];
    for (let start = 0; start < page.length; start += AT_ONCE) {
      const group = page.slice(start, start + AT_ONCE);
      const outcomes = await Promise.all(group.map((post) => rewrite(post, timezone, requestId)));
      moved += outcomes.filter((outcome) => outcome === 'moved').length;
      kept += outcomes.filter((outcome) => outcome === 'kept').length;
    }
    return { moved, kept, last: page.at(-1)?.id ?? null, hasMore: page.length === RECOMPUTE_PAGE };
  }

  async function rewrite(
    listed: Post,
    timezone: string,
    requestId: string,
  ): Promise<'moved' | 'kept' | 'unchanged'> {
    const written = await rewritePost({ posts, clock, backOff, newNonce }, listed, requestId, (post, now) =>
      recomputePost(post, timezone, now),
    );
    if (!written) return 'unchanged';
    return written.kept ? 'kept' : 'moved';
  }
}
