import { PlatformError } from '#shared/domain/errors.ts';
import type { PostStore } from '#shared/domain/ports/post-store.ts';
import type { Post } from '#shared/domain/posts/post.ts';

const PAGE = 100;
/** Pages that are looked at: 5,000 scheduled posts, well within a function's ten seconds. */
const MOST_PAGES = 50;

/**
 * A scheduled post with this file, or undefined. A workspace with more scheduled posts than can be looked at is not told that
 * none of them uses the file. @throws PlatformError `media_in_use`
 */
export async function findUse(
  posts: Pick<PostStore, 'list'>,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: number },
): Promise<Post | undefined> {
  let after: string | undefined;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
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
  const detail = `More than ${PAGE * MOST_PAGES} posts are scheduled, too many to tell that none uses the file.`;
  throw new PlatformError('media_in_use', detail);
}

function usesMedia({ versions }: Post, id: number): boolean {
  return versions.some(({ content }) => content.some(({ media }) => media.includes(id)));
}
