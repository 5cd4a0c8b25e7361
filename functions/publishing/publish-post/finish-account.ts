import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { type Change, systemChange } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { retryLater } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { postEvent } from '#shared/publishing/domain/post-events.ts';
import type { Post, Publication, PublishingRun } from '#shared/publishing/domain/post.ts';
import { ended, withoutPending } from '#shared/publishing/domain/publishing-run.ts';
import type { PostStep, PublicationStore } from '#shared/publishing/ports/publication-store.ts';

/** All accounts of a run can end at the same time. */
const TRIES = 25;

const ACCOUNT_ENDED = { code: 'PUBLICATION_ENDED', message: 'Publication of a post to one account ended' };
const RUN_ENDED = { code: 'PUBLISHING_ENDED', message: 'Publication of a post to all its accounts ended' };

export type FinishDependencies = {
  readonly store: Pick<PublicationStore, 'find' | 'readRun' | 'findPublication' | 'finishAccount'>;
  readonly endpoints: EndpointDirectory;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
  readonly log: Log;
};

/**
 * Ends the publication to one account, and with the last account also the run with its event. One transaction, conditional on
 * the post as it was read, ensures that there is exactly one event (docs/specification/publishing.md#publishing-runs).
 */
export function createFinishAccount(deps: FinishDependencies) {
  const { store, endpoints, clock, backOff, newNonce, log } = deps;

  return async (before: Publication, after: Publication, messageId: string): Promise<void> => {
    const { postId, workspaceId, run: number, accountId } = after;
    await retryOnConflict(backOff, finish, { tries: TRIES }).catch(retryLater());

    async function finish(): Promise<void> {
      const post = await store.find(workspaceId, postId);
      const run = post?.run;
      // An earlier delivery of the same message already recorded the result.
      if (!post || run?.number !== number || !run.pending.includes(accountId)) return;
      const now = clock();
      const change = changeAt(now, messageId);
      const step = await stepOf(post, run, after, change);
      if (await store.finishAccount(before, after, step, change)) {
        const { state, error, attempts } = after;
        const which = { post_id: postId, run: number };
        log.info(ACCOUNT_ENDED, { ...which, account_id: accountId, state, attempts, reason: error?.code });
        if (step.event) log.info(RUN_ENDED, { ...which, status: step.after.status });
        return;
      }
      const found = await store.findPublication(postId, number, accountId);
      if (found && (found.state !== 'pending' || found.attempts !== before.attempts)) return;
      throw new ConcurrentUpdateError();
    }
  };

  /**
   * The step that ends the publication to this account: the account is no longer pending. After the last account, the run
   * ends with its event.
   */
  async function stepOf(
    before: Post,
    run: PublishingRun,
    { accountId, state }: Publication,
    change: Change,
  ): Promise<PostStep> {
    if (run.pending.some((id) => id !== accountId))
      return { before, after: withoutPending(before, accountId), event: null };
    // An account that is no longer pending has a recorded result, which never changes.
    const others = await store.readRun(before.id, run.number);
    const hasFailed = (id: number) =>
      id === accountId
        ? state === 'failed'
        : others.some((other) => other.accountId === id && other.state === 'failed');
    // A skipped account stays to be published to if the account that should have got the post failed.
    const failed = run.accounts.filter(
      (id) => hasFailed(id) || (run.same ?? []).some((each) => each.accountId === id && hasFailed(each.as)),
    );
    const after = ended(before, failed, change.at);
    const directory = await endpoints.readDirectory(before.workspaceId);
    const recording = { id: newId(change.at), now: change.at, directory, correlationId: change.requestId };
    const name = failed.length === 0 ? 'publishing.post.published' : 'publishing.post.publishing_failed';
    return { before, after, event: postEvent(name, after, recording) };
  }

  function changeAt(at: Date, requestId: string): Change {
    return systemChange('publish-post', { requestId, nonce: newNonce(), at });
  }
}
