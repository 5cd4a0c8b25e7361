import { utf8Length } from '#shared/publishing/domain/option-problem.ts';
import { isFoundBy, isNarrow, type PostSearch } from '#shared/publishing/domain/post-search.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { listedPostView } from '#shared/publishing/http/post-view.ts';
import type { PostFilter, PostStore } from '#shared/publishing/ports/post-store.ts';

/** Posts read at once, each of up to 300 KB, and how many are looked at in search of some, in number and bytes. */
const READ_AT_ONCE = 25;
const MAX_LOOKED_AT = 1000;
const MAX_BYTES_LOOKED_AT = 24_000_000;

/**
 * Bytes of JSON on a page. Lambda takes results of 6 MB, in which the body is a text inside JSON: that can double it, where
 * a text is all quotation marks.
 */
const MAX_BYTES_SHOWN = 2_800_000;

/** Which posts of a workspace to look at, in which order. */
export type PostRange = Pick<PostFilter, 'status' | 'trashed' | 'order'>;

/** Posts found, and the last one looked at if there may be more behind it. */
export type Collected = { readonly found: readonly Post[]; readonly readTo: string | undefined };

/**
 * Reads posts of a workspace until enough are found, their bytes fill a page, the list ends, or enough was read: then a page
 * is short, but it goes on exactly behind the last post looked at.
 */
export async function collectPosts(
  posts: Pick<PostStore, 'list'>,
  workspaceId: string,
  range: PostRange,
  search: PostSearch,
  { limit, after: startAfter }: { readonly limit: number; readonly after: string | undefined },
): Promise<Collected> {
  // One more than is asked for tells whether there are more.
  const readAtOnce = isNarrow(search) ? READ_AT_ONCE : Math.min(READ_AT_ONCE, limit + 1);
  const found: Post[] = [];
  const bytes = { shown: 0, lookedAt: 0 };
  let after = startAfter;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT && bytes.lookedAt < MAX_BYTES_LOOKED_AT;) {
    const batch = await posts.list(workspaceId, { ...range, after, limit: readAtOnce });
    lookedAt += batch.length;
    for (const post of batch) {
      // Found enough before, in a batch that told nothing of what is behind it.
      if (found.length === limit) return { found, readTo: after };
      const size = utf8Length(JSON.stringify(listedPostView(post)));
      bytes.lookedAt += size;
      if (isFoundBy(search, post)) {
        const isFull = found.length > 0 && bytes.shown + size > MAX_BYTES_SHOWN;
        if (isFull) return { found, readTo: after };
        found.push(post);
        bytes.shown += size;
      }
      after = post.id;
    }
    if (batch.length < readAtOnce) return { found, readTo: undefined };
  }
  return { found, readTo: after };
}
