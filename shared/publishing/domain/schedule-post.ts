import type { Media } from '#shared/files/domain/media.ts';
import { type ValidationIssue, PlatformError } from '#shared/platform/core/errors.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { Account } from './account.ts';
import { nextPostState, requireTrigger } from './post-state.ts';
import type { Post } from './post.ts';
import { inZone } from './recompute-posts.ts';
import { readinessIssues, timeIssues } from './schedule-conditions.ts';

/** A date and time in the time zone of the workspace, with the timestamp. `queued` marks a slot of the posting queue. */
export type ScheduleTime = {
  readonly date: string;
  readonly time: string;
  readonly scheduledAt: Date;
  readonly queued: boolean;
};

/** When a post is published: at its stored date and time, now, or at another time that replaces the stored one. */
export type PublishingTime = 'stored' | 'now' | ScheduleTime;

/** Input of scheduling besides the post. */
export type Scheduling = {
  readonly now: Date;
  /** The current time zone of the workspace. */
  readonly timezone: string;
  readonly time: PublishingTime;
  /** The member who schedules or approves the post. */
  readonly by: string;
};

/**
 * Schedules a post (docs/specification/publishing.md#scheduling-a-post): a draft for all of its accounts, a failed post for the accounts
 * that do not have it yet. A post that waits for approval counts as approved. Returns undefined if the post is already scheduled,
 * unless `time` moves it. `scheduleRequestIssues` checks the conditions.
 *
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_in_trash` · `post_not_submitted`
 */
export function schedulePost(
  post: Post,
  scheduling: Scheduling,
  trigger: 'schedule' | 'approve' = 'schedule',
): Post | undefined {
  requireTrigger(trigger, post);
  if (post.status === 'scheduled' && (scheduling.time === 'stored' || trigger === 'approve'))
    return undefined;
  return scheduled(post, scheduling, { trigger, retryAccounts: accountsOfNextRun(post) });
}

/**
 * Schedules a failed post for one of the accounts on which it failed. The others stay failed.
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_in_trash` · `post_not_failed`
 */
export function retryPost(post: Post, accountId: number, scheduling: Omit<Scheduling, 'time'>): Post {
  requireTrigger('retry', post);
  const failed = post.retryAccounts ?? [];
  if (!failed.includes(accountId))
    throw new PlatformError(
      publishingErrors.post_already_published,
      'The post is already published to this account. To publish the content again, duplicate the post.',
    );
  const after = scheduled(
    post,
    { ...scheduling, time: 'now' },
    { trigger: 'retry', retryAccounts: [accountId] },
  );
  return { ...after, heldAccounts: failed.filter((id) => id !== accountId && post.accounts.includes(id)) };
}

function scheduled(
  post: Post,
  { now, timezone, time, by }: Scheduling,
  {
    trigger,
    retryAccounts,
  }: {
    readonly trigger: 'schedule' | 'approve' | 'retry';
    readonly retryAccounts: Post['retryAccounts'];
  },
): Post {
  const timed = atTime(post, time, now, timezone);
  const dueSeq = post.dueSeq + 1;
  return {
    ...timed,
    status: nextPostState(trigger, post, 'scheduled'),
    retryAccounts,
    approval:
      post.status === 'needs_approval' && post.approval !== null
        ? { ...post.approval, state: 'approved', decidedAt: now, decidedBy: by, note: null }
        : post.approval,
    due: timed.scheduledAt && { at: timed.scheduledAt, seq: dueSeq, timer: true },
    dueSeq,
    revision: post.revision + 1,
    updatedAt: now,
  };
}

function atTime(post: Post, time: PublishingTime, now: Date, timezone: string): Post {
  // An edit may have read the previous time zone of the workspace; scheduling uses the current one.
  const zoned = post.timezone === timezone && !post.keptInstant ? post : inZone(post, timezone);
  if (time === 'stored') return { ...zoned, queued: false };
  const chosen = time === 'now' ? { ...toLocalTime(now, timezone), scheduledAt: now, queued: false } : time;
  return { ...zoned, ...chosen, keptInstant: false };
}

/** Every violated condition of the post that `schedulePost` returned. Accounts that already have the post are not checked. */
export function scheduleRequestIssues(
  after: Post,
  accounts: readonly Account[],
  media: readonly Media[],
  { now, time }: Pick<Scheduling, 'now' | 'time'>,
): ValidationIssue[] {
  const idle = after.accounts.flatMap((id, index) =>
    after.retryAccounts?.includes(id) === false ? [`#/accounts/${index}`] : [],
  );
  return [
    ...(time === 'now' ? [] : timeIssues(after, now)),
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
    heldAccounts: [],
    approval: null,
    queued: false,
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
    publishingErrors.post_already_published,
    'The post is already published to all of its accounts. To publish the content again, duplicate the post.',
  );
}
