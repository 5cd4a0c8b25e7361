import type { PostBody, PostVersion } from './post.ts';

/** The version for an account and its index: the account's own version or, without one, the original. */
export function versionFor(
  { versions }: Pick<PostBody, 'versions'>,
  accountId: number,
): { readonly version: PostVersion; readonly index: number } | undefined {
  const own = versions.findIndex((version) => version.accountId === accountId);
  const index = Math.max(own, 0);
  const version = versions[index];
  return version && { version, index };
}
