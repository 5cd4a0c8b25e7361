import { type ValidationIssue, PlatformError } from '#shared/platform/core/errors.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import type { Account } from './account.ts';
import type { Media } from './media.ts';
import { nextPostState, requireTrigger } from './post-state.ts';
import type { Post } from './post.ts';
import { inZone } from './recompute-posts.ts';
import { readinessIssues, timeIssues } from './schedule-conditions.ts';

/** Input of scheduling besides the post. */
export type Scheduling = {
  readonly now: Date;
  /** The current time zone of the workspace. */
  readonly timezone: string;
  /** Whether the post is published immediately, whatever its date and time are. */
  readonly postNow: boolean;
};

/**
 * Schedules a post (docs/specification.md#scheduling-a-post): a draft for all of its accounts, a failed post for the accounts
 * that do not have it yet. Returns undefined if the post is already scheduled, unless `postNow` is true.
 * `scheduleRequestIssues` checks the conditions.
 *
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_in_trash`
 */
export function schedulePost(post: Post, { now, timezone, postNow }: Scheduling): Post | undefined {
  requireTrigger('schedule', post);
  if (post.status === 'scheduled' && !postNow) return undefined;
  // An edit may have read the previous time zone of the workspace; scheduling uses the current one.
  const zoned = post.timezone === timezone && !post.keptInstant ? post : inZone(post, timezone);
  const timed = postNow
    ? { ...zoned, ...toLocalTime(now, timezone), scheduledAt: now, keptInstant: false }
    : zoned;
  const dueSeq = post.dueSeq + 1;
  return {
    ...timed,
    status: nextPostState('schedule', post, 'scheduled'),
    retryAccounts: accountsOfNextRun(post),
    due: timed.scheduledAt && { at: timed.scheduledAt, seq: dueSeq, timer: true },
    dueSeq,
    revision: post.revision + 1,
    updatedAt: now,
  };
}

/** Every violated condition of the post that `schedulePost` returned. Accounts that already have the post are not checked. */
export function scheduleRequestIssues(
  after: Post,
  accounts: readonly Account[],
  media: readonly Media[],
  { now, postNow }: Pick<Scheduling, 'now' | 'postNow'>,
): ValidationIssue[] {
  const idle = after.accounts.flatMap((id, index) =>
    after.retryAccounts?.includes(id) === false ? [`#/accounts/${index}`] : [],
  );
  return [
    ...(postNow ? [] : timeIssues(after, now)),
    ...readinessIssues(after, accounts, media).filter(({ pointer = '' }) => !idle.includes(pointer)),
  ];
}

/**
 * The post as a draft that keeps its date and time; undefined if it already is one.
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_in_trash`
 */
export function unschedulePost(post: Post, now: Date): Post | undefined {
  requireTrigger('unschedule', post);
  if (post.status === 'draft') return undefined;
  return {
    ...inZone(post, post.timezone),
    status: nextPostState('unschedule', post, 'draft'),
    retryAccounts: null,
    due: null,
    dueSeq: post.dueSeq + 1,
    revision: post.revision + 1,
    updatedAt: now,
  };
}

/** Null means all accounts; a failed post goes only to the accounts that do not have it yet. */
function accountsOfNextRun({ status, retryAccounts }: Post): Post['retryAccounts'] {
  if (status === 'draft') return null;
  if (retryAccounts?.length !== 0) return retryAccounts;
  throw new PlatformError(
    'post_already_published',
    'The post is already published to all of its accounts. To publish the content again, duplicate the post.',
  );
}
