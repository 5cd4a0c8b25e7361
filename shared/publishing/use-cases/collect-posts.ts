import { utf8Length } from '#shared/publishing/domain/post-rules.ts';
import { matchesSearch, hasFilters, type PostSearch } from '#shared/publishing/domain/post-search.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { listedPostView } from '#shared/publishing/http/post-view.ts';
import type { PostFilter, PostReader } from '#shared/publishing/ports/post-store.ts';

/** Posts per read, each of up to 300 KB, and the maximum number and bytes of posts scanned by one request. */
const READ_AT_ONCE = 25;
const MAX_POSTS_SCANNED = 1000;
const MAX_BYTES_SCANNED = 24_000_000;

/**
 * Maximum bytes of JSON on a page. A Lambda response has at most 6 MB and contains the body as a JSON string, which can
 * double its size if it consists of quotation marks.
 */
const MAX_BYTES_SHOWN = 2_800_000;

/** The range and order of the posts to scan. */
export type PostRange = Pick<PostFilter, 'status' | 'trashed' | 'order'>;

/** The matching posts, and the last post scanned if there may be more after it. */
export type Collected = { readonly found: readonly Post[]; readonly readTo: string | undefined };

/**
 * Reads posts until a page is full by count or bytes, the list ends, or the scan limit is reached. A page may therefore be
 * short, but the next one continues exactly after the last post scanned.
 */
export async function collectPosts(
  posts: Pick<PostReader, 'list'>,
  workspaceId: string,
  range: PostRange,
  search: PostSearch,
  { limit, after: startAfter }: { readonly limit: number; readonly after: string | undefined },
): Promise<Collected> {
  // Read one more than requested to know whether there are more.
  const readAtOnce = hasFilters(search) ? READ_AT_ONCE : Math.min(READ_AT_ONCE, limit + 1);
  const found: Post[] = [];
  const bytes = { shown: 0, scanned: 0 };
  let after = startAfter;
  for (let scanned = 0; scanned < MAX_POSTS_SCANNED && bytes.scanned < MAX_BYTES_SCANNED;) {
    const batch = await posts.list(workspaceId, { ...range, after, limit: readAtOnce });
    scanned += batch.length;
    for (const post of batch) {
      // The page is full, and the previous batch did not show whether more posts follow.
      if (found.length === limit) return { found, readTo: after };
      const size = utf8Length(JSON.stringify(listedPostView(post)));
      bytes.scanned += size;
      if (matchesSearch(search, post)) {
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
