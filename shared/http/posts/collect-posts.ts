import type { PostFilter, PostStore } from '#shared/domain/ports/post-store.ts';
import { isFoundBy, isNarrow, type PostSearch } from '#shared/domain/posts/post-search.ts';
import type { Post } from '#shared/domain/posts/post.ts';

/** Posts read at once where a search is on, and how often, while looking for those it finds. */
const READ_AT_ONCE = 100;
const MOST_READS = 10;

/** Which posts of a workspace to look at, in which order. */
export type PostRange = Pick<PostFilter, 'status' | 'trashed' | 'order'>;

/** Posts found, and the last one looked at if there may be more behind it. */
export type Collected = { readonly found: readonly Post[]; readonly readTo: string | undefined };

/**
 * Reads posts of a workspace until enough are found, the list ends, or enough was read: then a page is short, but it goes on
 * exactly behind the last post looked at.
 */
export async function collectPosts(
  posts: Pick<PostStore, 'list'>,
  workspaceId: string,
  range: PostRange,
  search: PostSearch,
  { limit, after: startAfter }: { readonly limit: number; readonly after: string | undefined },
): Promise<Collected> {
  const readAtOnce = isNarrow(search) ? READ_AT_ONCE : limit + 1;
  const found: Post[] = [];
  let after = startAfter;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    const batch = await posts.list(workspaceId, { ...range, after, limit: readAtOnce });
    for (const [index, post] of batch.entries()) {
      if (isFoundBy(search, post)) found.push(post);
      after = post.id;
      const isLast = index === batch.length - 1 && batch.length < readAtOnce;
      if (found.length === limit) return { found, readTo: isLast ? undefined : after };
    }
    if (batch.length < readAtOnce) return { found, readTo: undefined };
  }
  return { found, readTo: after };
}
