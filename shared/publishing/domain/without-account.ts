import { replaceBody } from './post-edit.ts';
import { postState } from './post-state.ts';
import type { Post } from './post.ts';

/**
 * A scheduled post after one of its accounts was disconnected: the account and its version are off it, and without another
 * account it is a draft (decisions 5.1). Undefined for every other post: a run that goes on says `account_not_connected`
 * itself, and what is not scheduled is asked about its accounts when somebody schedules it.
 */
export function withoutAccount(post: Post, accountId: number, now: Date): Post | undefined {
  if (postState(post) !== 'scheduled' || !post.accounts.includes(accountId)) return undefined;
  const { tags, date, time, timezone, scheduledAt } = post;
  const accounts = post.accounts.filter((id) => id !== accountId);
  const versions = post.versions.filter((version) => version.accountId !== accountId);
  return replaceBody(post, { accounts, tags, date, time, versions }, { timezone, scheduledAt }, now);
}
