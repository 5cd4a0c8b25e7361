import { replaceBody } from './post-edit.ts';
import { postState } from './post-state.ts';
import type { Post } from './post.ts';

/**
 * Removes a disconnected account and its version from a scheduled post; without another account the post becomes a draft.
 * Returns undefined for every other post: a publishing run reports `account_not_connected` itself, and a post that is not
 * scheduled is checked when it is scheduled.
 */
export function withoutAccount(post: Post, accountId: number, now: Date): Post | undefined {
  if (postState(post) !== 'scheduled' || !post.accounts.includes(accountId)) return undefined;
  const { tags, date, time, timezone, scheduledAt } = post;
  const accounts = post.accounts.filter((id) => id !== accountId);
  const versions = post.versions.filter((version) => version.accountId !== accountId);
  return replaceBody(
    post,
    { accounts, tags, date, time, versions },
    { timezone, scheduledAt },
    now,
    'detach',
  );
}
