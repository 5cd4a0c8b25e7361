import { type ValidationIssue, PlatformError } from '#shared/platform/core/errors.ts';
import type { Account } from './account.ts';
import type { Media } from './media.ts';
import { requireReaction } from './post-state.ts';
import type { Post } from './post.ts';
import { inZone } from './recompute-posts.ts';
import { readinessFindings, timeFindings } from './schedule-conditions.ts';
import { zonedClock } from './zoned-time.ts';

/** What scheduling needs to know besides the post. */
export type Scheduling = {
  readonly now: Date;
  /** The workspace's zone at this moment. */
  readonly timezone: string;
  /** Whether it goes out at once, whatever its date and time say. */
  readonly postNow: boolean;
};

/**
 * The post with a date to go out (G46, R28): a draft to all of its accounts, a failed one to those that do not have it yet.
 * Undefined if it is scheduled already and not to go out earlier. Whether it may is for `schedulingFindings` to say.
 *
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_in_trash`
 */
export function schedulePost(post: Post, { now, timezone, postNow }: Scheduling): Post | undefined {
  requireReaction('schedule', post);
  if (post.status === 'scheduled' && !postNow) return undefined;
  // An edit may have read the zone that the workspace had before: a post goes out by the zone of now.
  const zoned = post.timezone === timezone && !post.keptInstant ? post : inZone(post, timezone);
  const timed = postNow
    ? { ...zoned, ...zonedClock(now, timezone), scheduledAt: now, keptInstant: false }
    : zoned;
  const dueSeq = post.dueSeq + 1;
  return {
    ...timed,
    status: 'scheduled',
    retryAccounts: accountsOfNextRun(post),
    due: timed.scheduledAt && { at: timed.scheduledAt, seq: dueSeq, timer: true },
    dueSeq,
    revision: post.revision + 1,
    updatedAt: now,
  };
}

/** Everything that keeps the post that `schedulePost` made from going out; of accounts that have it already nothing is asked. */
export function schedulingFindings(
  after: Post,
  accounts: readonly Account[],
  media: readonly Media[],
  { now, postNow }: Pick<Scheduling, 'now' | 'postNow'>,
): ValidationIssue[] {
  const idle = after.accounts.flatMap((id, index) =>
    after.retryAccounts?.includes(id) === false ? [`#/accounts/${index}`] : [],
  );
  return [
    ...(postNow ? [] : timeFindings(after, now)),
    ...readinessFindings(after, accounts, media).filter(({ pointer = '' }) => !idle.includes(pointer)),
  ];
}

/**
 * The post as a draft again, with its date and time; undefined if it is one.
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_in_trash`
 */
export function unschedulePost(post: Post, now: Date): Post | undefined {
  requireReaction('unschedule', post);
  if (post.status === 'draft') return undefined;
  return {
    ...inZone(post, post.timezone),
    status: 'draft',
    retryAccounts: null,
    due: null,
    dueSeq: post.dueSeq + 1,
    revision: post.revision + 1,
    updatedAt: now,
  };
}

/** Null means all; of a failed post only the accounts that do not have it yet get it (R28, G47). */
function accountsOfNextRun({ status, retryAccounts }: Post): Post['retryAccounts'] {
  if (status === 'draft') return null;
  if (retryAccounts?.length !== 0) return retryAccounts;
  throw new PlatformError('post_already_published', 'The post is already published to all of its accounts.');
}
