import type { Change } from '#shared/platform/core/change.ts';
import { RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { postEvent } from '#shared/publishing/domain/post-events.ts';
import type { Post, Publication, PublishingRun } from '#shared/publishing/domain/post.ts';
import { ended, withoutPending } from '#shared/publishing/domain/publishing-run.ts';
import type { PostStep, PublicationStore } from '#shared/publishing/ports/publication-store.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';

/** How often an end is written anew because another account of the run ended in between. */
const MAX_TRIES = 25;

const ACCOUNT_ENDED = { code: 'PUBLICATION_ENDED', message: 'Publishing to an account ended' };
const RUN_ENDED = { code: 'PUBLISHING_ENDED', message: 'Publishing to every account ended' };

export type FinishDependencies = {
  readonly store: Pick<PublicationStore, 'find' | 'readRun' | 'findPublication' | 'finish'>;
  readonly endpoints: Pick<EndpointStore, 'readDirectory'>;
  readonly clock: Clock;
  readonly newNonce: () => string;
  readonly log: Log;
};

/**
 * Writes the end of an account's publication, and with the last one the end of the run and its event: in one transaction
 * that holds for the post as it was read, so that there is one event whoever comes last (G47).
 */
export function createFinishAccount(deps: FinishDependencies) {
  const { store, endpoints, clock, newNonce, log } = deps;

  return async (before: Publication, after: Publication, messageId: string): Promise<void> => {
    const { postId, workspaceId, run: number, accountId } = after;
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const post = await store.find(workspaceId, postId);
      const run = post?.run;
      // Ended by another run of the same message.
      if (!post || run?.number !== number || !run.pending.includes(accountId)) return;
      const now = clock();
      const change = changeAt(now, messageId);
      const step = await stepOf(post, run, after, change);
      if (await store.finish(before, after, step, change)) {
        const { state, error, attempts } = after;
        const which = { post_id: postId, run: number };
        log.info(ACCOUNT_ENDED, { ...which, account_id: accountId, state, attempts, reason: error?.code });
        if (step.event) log.info(RUN_ENDED, { ...which, status: step.after.status });
        return;
      }
      const found = await store.findPublication(postId, number, accountId);
      if (found && (found.state !== 'pending' || found.attempts !== before.attempts)) return;
    }
    throw new RetryMessageError('The other accounts of the post end all the time');
  };

  /** The post without the account or, if it was the last one, at the end of its run. */
  async function stepOf(
    before: Post,
    run: PublishingRun,
    { accountId, state }: Publication,
    change: Change,
  ): Promise<PostStep> {
    if (run.pending.some((id) => id !== accountId))
      return { before, after: withoutPending(before, accountId), event: null };
    // What is off the pending ones has its end on record, and ends are not written again.
    const others = await store.readRun(before.id, run.number);
    const failed = run.accounts.filter((id) =>
      id === accountId
        ? state === 'failed'
        : others.some((other) => other.accountId === id && other.state === 'failed'),
    );
    const after = ended(before, failed, change.at);
    const directory = await endpoints.readDirectory(before.workspaceId);
    const recording = { id: newId(change.at), now: change.at, directory, correlationId: change.requestId };
    const name = failed.length === 0 ? 'publishing.post.published' : 'publishing.post.publishing_failed';
    return { before, after, event: postEvent(name, after, recording) };
  }

  function changeAt(at: Date, requestId: string): Change {
    return { actor: { kind: 'system' }, operation: 'publish-post', requestId, nonce: newNonce(), at };
  }
}
