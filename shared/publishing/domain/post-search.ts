import type { Post } from './post.ts';

/** What a list of posts is narrowed by, beside the status. */
export type PostSearch = {
  /** Posts that go to at least one of these. */
  readonly accounts?: readonly number[] | undefined;
  /** Posts that carry at least one of these. */
  readonly tags?: readonly number[] | undefined;
  /** Looked for in the texts of every version, in any case. */
  readonly keyword?: string | undefined;
  /** First and last day, inclusive; posts without a date are on no day. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Whether a search looks for anything at all. */
export function isNarrow(search: PostSearch): boolean {
  return Object.values(search).some((part) => part !== undefined);
}

/** Whether a post is what a search looks for. */
export function isFoundBy({ accounts, tags, keyword, from, to }: PostSearch, post: Post): boolean {
  return (
    (accounts === undefined || accounts.some((id) => post.accounts.includes(id))) &&
    (tags === undefined || tags.some((id) => post.tags.includes(id))) &&
    (from === undefined || (post.date !== null && post.date >= from)) &&
    (to === undefined || (post.date !== null && post.date <= to)) &&
    (keyword === undefined || mentions(post, keyword))
  );
}

function mentions({ versions }: Post, keyword: string): boolean {
  const sought = folded(keyword);
  return versions.some(({ content }) => content.some(({ body }) => folded(body ?? '').includes(sought)));
}

/** The same text for people: case and the way an accent is composed do not tell words apart. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
