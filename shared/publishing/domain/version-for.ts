import type { PostBody, PostVersion } from './post.ts';

/** What an account gets: its own version or, if it has none, the original; with its place in the list. */
export function versionFor(
  { versions }: Pick<PostBody, 'versions'>,
  accountId: number,
): { readonly version: PostVersion; readonly index: number } | undefined {
  const own = versions.findIndex((version) => version.accountId === accountId);
  const index = Math.max(own, 0);
  const version = versions[index];
  return version && { version, index };
}
