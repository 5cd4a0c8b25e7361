import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import {
  afterStep,
  handOver,
  RECOMPUTE_PAGE,
  recomputeCourse,
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

/** Steps made for one message; then another message goes on, so that one workspace does not hold a place for long. */
const STEPS_A_MESSAGE = 10;

/** Posts written at once. */
const AT_ONCE = 10;

const RECOMPUTE_OUTDATED = { code: 'RECOMPUTE_OUTDATED', message: 'Job is outdated; nothing to do' };
const RECOMPUTE_STEP = { code: 'RECOMPUTE_STEP', message: 'Posts recomputed in the workspace’s time zone' };

type Dependencies = {
  readonly workspaces: Pick<WorkspaceStore, 'find' | 'advanceRecompute'>;
  readonly posts: Pick<PostStore, 'find' | 'list' | 'save'>;
  readonly clock: Clock;
  readonly newNonce: () => string;
  readonly log: Log;
};

/**
 * Computes a workspace's posts again, step by step, from where the work stands. A step that is made twice finds its posts in the
 * right zone already; one of an earlier change of the zone finds another plan and ends.
 */
export function createHandler({ workspaces, posts, clock, newNonce, log }: Dependencies) {
  return async (job: ScheduledJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    const { workspace_id: workspaceId, seq } = job;
    for (let steps = 0; ; steps += 1) {
      const now = clock();
      const workspace = await workspaces.find(workspaceId);
      const recompute = workspace?.recompute ?? null;
      const course = recomputeCourse(recompute, job, now);
      if (!workspace || !recompute || course === 'outdated')
        return log.info(RECOMPUTE_OUTDATED, { workspace_id: workspaceId, seq });
      // The queue gives it back after its visibility time-out; the sweep finds it when it is due.
      if (course === 'early') throw new RetryMessageError('The second look is not due yet');
      if (steps === STEPS_A_MESSAGE) {
        await workspaces.advanceRecompute(workspace, handOver(recompute, now));
        return;
      }
      const step = await walk(workspaceId, workspace.timezone, recompute.place, messageId);
      if (!(await workspaces.advanceRecompute(workspace, afterStep(recompute, step, clock())))) return;
      log.info(RECOMPUTE_STEP, { workspace_id: workspaceId, moved: step.moved, kept: step.kept });
    }
  };

  async function walk(
    workspaceId: string,
    timezone: string,
    { status, after }: RecomputePlace,
    requestId: string,
  ): Promise<RecomputeStep> {
    const behind = after === null ? {} : { after };
    const page = await posts.list(workspaceId, {
      status,
      trashed: false,
      order: 'asc',
      limit: RECOMPUTE_PAGE,
      ...behind,
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
  ): Promise<'moved' | 'kept' | 'right'> {
    const written = await rewritePost({ posts, clock, newNonce }, listed, requestId, (post, now) =>
      recomputePost(post, timezone, now),
    );
    if (!written) return 'right';
    return written.kept ? 'kept' : 'moved';
  }
}
