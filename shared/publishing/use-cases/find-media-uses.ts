import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';

/** Posts per read, each of up to 300 KB. */
const PAGE = 25;
/** Time limit of the search in milliseconds: a function has at least ten seconds. */
const SEARCH_LIMIT_MS = 6000;

/** The error text if the search for posts that use a file was not complete. */
export const TOO_MANY_POSTS =
  'There are too many scheduled posts to check whether one of them uses the file. Delete the file later, ' +
  'when fewer posts are scheduled.';

/**
 * `users` has, for each file in use, one scheduled post that uses it. If `isComplete` is false, there were more posts than could be read
 * in time.
 */
export type MediaUses = { readonly users: ReadonlyMap<number, Post>; readonly isComplete: boolean };

/** Finds scheduled posts with these files, until each file has one. */
export async function findMediaUses(
  posts: Pick<PostReader, 'list'>,
  workspaceId: string,
  ids: ReadonlySet<number>,
  clock: Clock,
): Promise<MediaUses> {
  const end = clock().getTime() + SEARCH_LIMIT_MS;
  const users = new Map<number, Post>();
  let after: string | undefined;
  while (clock().getTime() < end) {
    const found = await posts.list(workspaceId, {
      status: 'scheduled',
      trashed: false,
      order: 'desc',
      limit: PAGE,
      after,
    });
    for (const post of found) {
      for (const id of mediaOf(post)) if (ids.has(id) && !users.has(id)) users.set(id, post);
    }
    if (users.size === ids.size || found.length < PAGE) return { users, isComplete: true };
    after = found.at(-1)?.id;
  }
  return { users, isComplete: false };
}

function mediaOf({ versions }: Post): number[] {
  return versions.flatMap(({ content }) => content.flatMap(({ media }) => media));
}
