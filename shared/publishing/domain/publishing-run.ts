import { EARLY_MS } from '#shared/platform/core/job-timing.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { transitionFrom } from '#shared/platform/core/state-machine.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { POST_MACHINE, nextPostState, postState } from './post-state.ts';
import type { Post, Publication } from './post.ts';

/**
 * A run counts as overdue after this many milliseconds, in case one of its messages was lost. The sweep starts jobs that are
 * overdue by two minutes; the sum is slightly longer than the lease of an attempt that crashed.
 */
const WATCH_MS = 3 * MINUTE_MS;

/** What a scheduled job does, given the current post. */
export type ScheduledJobAction =
  /** The schedule was changed or cancelled, or the run has ended. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'early'; readonly at: Date }
  /** The run starts; `after` is the post to write. */
  | { readonly kind: 'start'; readonly after: Post }
  /** Every account of the run was removed or already has the post: it is published without a run. */
  | { readonly kind: 'end'; readonly after: Post }
  /**
   * The run has already started, and its messages may have been lost. `after` reschedules the watchdog if the watchdog fired.
   */
  | { readonly kind: 'resume'; readonly after: Post | null };

/**
 * Decides by status, schedule and time (docs/failure-histories.md#early-late-or-repeated-schedules). A job starts the run if it
 * has the current `seq` and is due or late. A repeated job and a job of an outdated schedule start nothing, and an early job
 * is returned as such.
 */
export function decideScheduledJob(post: Post | undefined, job: ScheduledJob, now: Date): ScheduledJobAction {
  if (!post) return { kind: 'outdated' };
  const isPlanned = post.due !== null && post.due.seq === job.seq;
  const state = postState(post);
  if (state === 'publishing') {
    const isWatchdog = isPlanned && isDue(post, now);
    return { kind: 'resume', after: isWatchdog ? withWatchdog(post, now) : null };
  }
  if (state !== 'scheduled' || !isPlanned || post.due === null) return { kind: 'outdated' };
  if (!isDue(post, now)) return { kind: 'early', at: post.due.at };
  nextPostState('start', post, 'publishing');
  const accounts = runAccounts(post);
  if (accounts.length === 0) return { kind: 'end', after: ended(post, [], now) };
  const number = post.runs + 1;
  const run = { number, startedAt: now, accounts, pending: accounts };
  return { kind: 'start', after: { ...withWatchdog(post, now), run, runs: number } };
}

/** The post when the publication to one account has ended: this account is no longer pending. */
export function withoutPending(post: Post, accountId: number): Post {
  if (!post.run) return post;
  const pending = post.run.pending.filter((id) => id !== accountId);
  return { ...post, run: { ...post.run, pending }, revision: post.revision + 1 };
}

/**
 * The post after its run: failed if any account failed, in this run or in an earlier one that the run left out. The next run then
 * publishes only to those accounts.
 */
export function ended(post: Post, failedNow: readonly number[], now: Date): Post {
  const failed = [...failedNow, ...post.heldAccounts.filter((id) => !failedNow.includes(id))];
  const isPublished = failed.length === 0;
  // The transition starts at `publishing` in every case: a post whose accounts were all removed ends without a run.
  const status = isPublished ? 'published' : 'failed';
  transitionFrom(POST_MACHINE, 'finish', 'publishing', status);
  return {
    ...post,
    status,
    run: null,
    retryAccounts: isPublished ? null : failed,
    heldAccounts: [],
    queued: false,
    publishedAt: isPublished ? now : post.publishedAt,
    due: null,
    revision: post.revision + 1,
    updatedAt: now,
  };
}

/** A publication without any attempt. */
export function newPublication(
  { id, workspaceId }: Pick<Post, 'id' | 'workspaceId'>,
  run: { readonly number: number; readonly startedAt: Date },
  accountId: number,
  provider: string,
): Publication {
  return {
    postId: id,
    workspaceId,
    run: run.number,
    accountId,
    provider,
    state: 'pending',
    attempts: 0,
    uncounted: 0,
    lastAttemptAt: null,
    nextAttemptAt: null,
    unknownSince: null,
    remote: [],
    digests: [],
    keyRun: { number: run.number, startedAt: run.startedAt },
    error: null,
    createdAt: run.startedAt,
    finishedAt: null,
  };
}

function isDue({ due }: Post, now: Date): boolean {
  return due !== null && due.at.getTime() <= now.getTime() + EARLY_MS;
}

/** Schedules the watchdog, without a timer: the sweep, which runs every minute, is fast enough for it. */
function withWatchdog(post: Post, now: Date): Post {
  const dueSeq = post.dueSeq + 1;
  const due = { at: new Date(now.getTime() + WATCH_MS), seq: dueSeq, timer: false };
  return { ...post, due, dueSeq, revision: post.revision + 1 };
}

/** After a failure, only the accounts that do not have the post yet. */
function runAccounts({ accounts, retryAccounts }: Post): readonly number[] {
  return retryAccounts === null ? accounts : accounts.filter((id) => retryAccounts.includes(id));
}
