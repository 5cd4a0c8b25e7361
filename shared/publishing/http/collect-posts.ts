import { textLength } from '#shared/platform/core/text.ts';
import { matchesSearch, hasFilters, type PostSearch } from '#shared/publishing/domain/post-search.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PostFilter, PostReader } from '#shared/publishing/ports/post-store.ts';
import { collectPage, type PagePosition } from './collect-page.ts';
import type { ReadPage } from './numbered-page.ts';
import { listedPostView } from './post-view.ts';

/** Posts per read, each of up to 300 KB. */
const READ_AT_ONCE = 25;

/** The range and order of the posts to scan. */
export type PostRange = Pick<PostFilter, 'status' | 'trashed' | 'order'>;

/** Reads a page of the posts that match a search. */
export async function collectPosts(
  posts: Pick<PostReader, 'list'>,
  workspaceId: string,
  range: PostRange,
  search: PostSearch,
  position: PagePosition<string>,
): Promise<ReadPage<Post, string>> {
  return collectPage(
    {
      read: (batch) => posts.list(workspaceId, { ...range, ...batch }),
      matches: hasFilters(search) ? (post) => matchesSearch(search, post) : undefined,
      sizeOf: (post) => textLength(JSON.stringify(listedPostView(post)), 'utf-8'),
      batch: { filtered: READ_AT_ONCE, all: READ_AT_ONCE },
    },
    position,
  );
}
