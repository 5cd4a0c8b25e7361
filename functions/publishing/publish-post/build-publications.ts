import type { Log } from '#shared/platform/runtime/logger.ts';
import type { Account, ProviderName } from '#shared/publishing/domain/account.ts';
import { removalOf } from '#shared/publishing/domain/deletion/post-removal.ts';
import type { Post, Publication, PublishingRun } from '#shared/publishing/domain/post.ts';
import { newPublication } from '#shared/publishing/domain/publishing-run.ts';
import { resumedPublication } from '#shared/publishing/domain/resumed-publication.ts';
import { versionFor } from '#shared/publishing/domain/version-for.ts';
import type { PostRemovalReader } from '#shared/publishing/ports/post-removals.ts';
import type { PublicationStore } from '#shared/publishing/ports/publication-store.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { itemDigest } from './item-digest.ts';

/** An account without a publication in this many previous runs counts as new. */
const MAX_RUNS = 20;

const EDITED = {
  code: 'THREAD_EDITED',
  message: 'Thread was edited after some of its posts were published; these are published again',
};

export type PublicationBuilderDependencies = {
  readonly store: Pick<PublicationStore, 'readRun'>;
  readonly removals: PostRemovalReader;
  readonly providers: Readonly<Record<ProviderName, Pick<PublishingProvider, 'deduplicationMs'>>>;
  readonly log: Log;
};

/** Creates the publications of a run. Each continues where the last failed publication of its account stopped. */
export function createPublicationBuilder({
  store,
  removals,
  providers,
  log,
}: PublicationBuilderDependencies) {
  return async (
    post: Post,
    run: PublishingRun,
    ids: readonly number[],
    accounts: readonly Account[],
  ): Promise<Publication[]> => {
    const last = await readLast(post.id, run.number, ids);
    const isResumed = [...last.values()].some(({ state, remote }) => state === 'failed' && remote.length > 0);
    const removal = isResumed ? await removals.find(post.workspaceId, post.id) : undefined;
    return ids.map((id) => {
      const provider = accounts.find((account) => account.id === id)?.provider;
      const digests = versionFor(post, id)?.version.content.map(itemDigest) ?? [];
      const fresh = { ...newPublication(post, run, id, provider ?? 'unknown'), digests };
      const previous = last.get(id);
      // A thread whose first posts were removed from the network starts again: they cannot be replied to.
      const earlier = previous && removalOf(previous, removal) ? undefined : previous;
      const deduplicationMs = provider === undefined ? 0 : providers[provider].deduplicationMs;
      const started = resumedPublication(fresh, earlier, deduplicationMs);
      if (earlier?.state === 'failed' && started.remote.length < earlier.remote.length)
        log.warn(EDITED, { post_id: post.id, run: run.number, account_id: id });
      return started;
    });
  };

  /** The last publication of each account before a run, by account id. */
  async function readLast(
    postId: string,
    before: number,
    ids: readonly number[],
  ): Promise<Map<number, Publication>> {
    const last = new Map<number, Publication>();
    const isMissing = () => ids.some((id) => !last.has(id));
    for (let run = before - 1; run >= Math.max(1, before - MAX_RUNS) && isMissing(); run -= 1) {
      for (const publication of await store.readRun(postId, run))
        if (!last.has(publication.accountId)) last.set(publication.accountId, publication);
    }
    return last;
  }
}
