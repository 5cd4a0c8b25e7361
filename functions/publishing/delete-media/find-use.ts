import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';

/** Posts per read, each of up to 300 KB. */
const PAGE = 25;
/** Time limit of the search in milliseconds: the function times out after ten seconds. */
const SEARCH_LIMIT_MS = 6000;

/**
 * Finds a scheduled post with this file. If a workspace has too many scheduled posts to check in time, the deletion is
 * rejected, because a post may use the file. @throws PlatformError `media_in_use`
 */
export async function findUse(
  posts: Pick<PostReader, 'list'>,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: number },
  clock: Clock,
): Promise<Post | undefined> {
  const end = clock().getTime() + SEARCH_LIMIT_MS;
  let after: string | undefined;
  while (clock().getTime() < end) {
    const found = await posts.list(workspaceId, {
      status: 'scheduled',
      trashed: false,
      order: 'desc',
      limit: PAGE,
      after,
    });
    const user = found.find((post) => usesMedia(post, id));
    if (user || found.length < PAGE) return user;
    after = found.at(-1)?.id;
  }
  const detail =
    'There are too many scheduled posts to check whether one of them uses the file. Delete the file later, ' +
    'when fewer posts are scheduled.';
  throw new PlatformError('media_in_use', detail);
}

function usesMedia({ versions }: Post, id: number): boolean {
  return versions.some(({ content }) => content.some(({ media }) => media.includes(id)));
}
