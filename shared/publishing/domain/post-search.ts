import { searchText } from '#shared/publishing/domain/texts/search-text.ts';
import type { Post } from './post.ts';

/** Filters of a list of posts, in addition to the status. */
export type PostSearch = {
  /** Posts for at least one of these accounts. */
  readonly accounts?: readonly number[] | undefined;
  /** Posts with at least one of these tags. */
  readonly tags?: readonly number[] | undefined;
  /** Case-insensitive search in the texts of every version. */
  readonly keyword?: string | undefined;
  /** First and last day, inclusive. Posts without a date never match. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Whether a search has any filter. */
export function hasFilters(search: PostSearch): boolean {
  return Object.values(search).some((part) => part !== undefined);
}

/** Whether a post matches a search. */
export function matchesSearch({ accounts, tags, keyword, from, to }: PostSearch, post: Post): boolean {
  return (
    (accounts === undefined || accounts.some((id) => post.accounts.includes(id))) &&
    (tags === undefined || tags.some((id) => post.tags.includes(id))) &&
    (from === undefined || (post.date !== null && post.date >= from)) &&
    (to === undefined || (post.date !== null && post.date <= to)) &&
    (keyword === undefined || mentions(post, keyword))
  );
}

function mentions({ versions }: Post, keyword: string): boolean {
  const sought = searchText(keyword);
  return versions.some(({ content }) => content.some(({ body }) => searchText(body ?? '').includes(sought)));
}
