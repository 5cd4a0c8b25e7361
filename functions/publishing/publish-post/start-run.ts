import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { type Change, systemChange } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { secondsUntil } from '#shared/platform/core/seconds-until.ts';
import { retryLater } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { withSameAccounts } from '#shared/publishing/domain/identity/same-accounts.ts';
import { postEvent } from '#shared/publishing/domain/post-events.ts';
import type { Post, PublishingRun } from '#shared/publishing/domain/post.ts';
import type { AccountJob } from '#shared/publishing/domain/publish-job.ts';
import { lostAttempt } from '#shared/publishing/domain/publishing-attempt.ts';
import { decideScheduledJob, newPublication } from '#shared/publishing/domain/publishing-run.ts';
import type { AccountReader } from '#shared/publishing/ports/account-store.ts';
import type { PublicationStore } from '#shared/publishing/ports/publication-store.ts';
import type { PublishQueue } from '#shared/publishing/ports/publish-queue.ts';
import { type PublicationBuilderDependencies, createPublicationBuilder } from './build-publications.ts';

const JOB_OUTDATED = { code: 'POST_JOB_OUTDATED', message: 'Job is outdated; nothing to publish' };
const RUN_BEGUN = { code: 'PUBLISHING_BEGUN', message: 'Publishing of a post started' };
const RUN_RESUMED = { code: 'PUBLISHING_RESUMED', message: 'Lost attempts of a post are queued again' };
const RUN_EMPTY = { code: 'PUBLISHING_EMPTY', message: 'The post is already published to every account' };

export type StartRunDependencies = PublicationBuilderDependencies & {
  readonly store: Pick<PublicationStore, 'find' | 'startRun' | 'savePost' | 'readRun'>;
  readonly accounts: Pick<AccountReader, 'findAll'>;
  readonly endpoints: EndpointDirectory;
  readonly queue: PublishQueue;
  /** Maximum delay of a message, in seconds. */
  readonly queueDelayLimit: number;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
};

/** Starts the run of a scheduled post, or repairs a run in progress. */
export function createStartRun(deps: StartRunDependencies) {
  const { store, accounts, endpoints, queue, queueDelayLimit, clock, backOff, newNonce, log } = deps;
  const buildPublications = createPublicationBuilder(deps);

  return async (job: ScheduledJob, messageId: string): Promise<void> => {
    const { id, workspaceId, seq } = job;
    await retryOnConflict(backOff, async () => {
      const now = clock();
      const post = await store.find(workspaceId, id);
      const action = decideScheduledJob(post, job, now);
      if (post === undefined || action.kind === 'outdated') {
        log.info(JOB_OUTDATED, { post_id: id, seq });
        return;
      }
      if (action.kind === 'early')
        return queue.sendLater(job, Math.min(secondsUntil(action.at, now), queueDelayLimit));
      if (action.kind === 'resume') return resume(post, action.after, changeAt(now, messageId));
      const change = changeAt(now, messageId);
      const isDone =
        action.kind === 'start'
          ? await start(post, action.after, change)
          : await end(post, action.after, change);
      if (!isDone) throw new ConcurrentUpdateError();
    }).catch(retryLater());
  };

  /** Returns false if the post was changed after it was read. */
  async function start(before: Post, started: Post, change: Change): Promise<boolean> {
    const found = await accounts.findAll(started.workspaceId, started.accounts);
    const after = withSameAccounts(started, found);
    const { run } = after;
    if (run === null) return true;
    const publications = await buildPublications(after, run, run.accounts, found);
    if (!(await store.startRun(before, after, publications, change))) return false;
    await queue.sendAll(run.accounts.map((id) => attemptOf(after, run, id, 1)));
    log.info(RUN_BEGUN, { post_id: after.id, run: run.number, accounts: run.accounts.length });
    return true;
  }

  async function end(before: Post, after: Post, change: Change): Promise<boolean> {
    const directory = await endpoints.readDirectory(after.workspaceId);
    const { at: now, requestId: correlationId } = change;
    const recording = { id: newId(now), now, directory, correlationId };
    const event = postEvent('publishing.post.published', after, recording);
    const isWritten = await store.savePost({ before, after, event }, change);
    if (isWritten) log.info(RUN_EMPTY, { post_id: after.id });
    return isWritten;
  }

  /** Queues attempts whose messages were lost in a crash, according to the stored publications. */
  async function resume(post: Post, watched: Post | null, change: Change): Promise<void> {
    const { run } = post;
    if (run === null) return;
    const publications = await store.readRun(post.id, run.number);
    const jobs = run.pending.flatMap((id) => {
      const publication =
        publications.find(({ accountId }) => accountId === id) ?? newPublication(post, run, id, '');
      const attempt = lostAttempt(publication, change.at);
      return attempt === undefined ? [] : [attemptOf(post, run, id, attempt)];
    });
    await queue.sendAll(jobs);
    log.info(RUN_RESUMED, { post_id: post.id, run: run.number, attempts: jobs.length });
    // Reschedule last: if an earlier step fails, the sweep fires the same watchdog again.
    if (watched) await store.savePost({ before: post, after: watched, event: null }, change);
  }

  function changeAt(at: Date, requestId: string): Change {
    return systemChange('publish-post', { requestId, nonce: newNonce(), at });
  }
}

function attemptOf(post: Post, run: PublishingRun, accountId: number, attempt: number): AccountJob {
  return {
    kind: 'account',
    postId: post.id,
    workspaceId: post.workspaceId,
    run: run.number,
    accountId,
    attempt,
  };
}
