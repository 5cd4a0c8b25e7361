import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { postState } from './post-state.ts';
import type { Post, Publication } from './post.ts';

/**
 * After this long a run counts as overdue, in milliseconds, in case a message of it got lost (H20). The sweep looks at what is
 * overdue by two minutes: together that is just behind the lease of an attempt that died.
 */
const WATCH_MS = 3 * 60_000;

/** A message may wake a little before its time: the clocks of queue and function are not one. */
const EARLY_MS = 1000;

/** What a due job means for a post as it is now. */
export type DueCourse =
  /** Its plan is no more, or its run is over. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'early'; readonly at: Date }
  /** Its run begins, with `after`. */
  | { readonly kind: 'begin'; readonly after: Post }
  /** Every account it was meant for has gone or has it: it is published without a run. */
  | { readonly kind: 'end'; readonly after: Post }
  /** It is going out already: its messages may have got lost. `after` moves the watchdog on if that is what fired. */
  | { readonly kind: 'resume'; readonly after: Post | null };

/** Decides by status, plan and time (R30): a job that fires twice, late or for an earlier plan begins nothing. */
export function courseOf(post: Post | undefined, job: ScheduledJob, now: Date): DueCourse {
  if (!post) return { kind: 'outdated' };
  const isPlanned = post.due !== null && post.due.seq === job.seq;
  const state = postState(post);
  if (state === 'publishing') {
    const isWatch = isPlanned && isDue(post, now);
    return { kind: 'resume', after: isWatch ? watched(post, now) : null };
  }
  if (state !== 'scheduled' || !isPlanned || post.due === null) return { kind: 'outdated' };
  if (!isDue(post, now)) return { kind: 'early', at: post.due.at };
  const accounts = accountsOf(post);
  if (accounts.length === 0) return { kind: 'end', after: ended(post, [], now) };
  const number = post.runs + 1;
  const run = { number, startedAt: now, accounts, pending: accounts };
  return { kind: 'begin', after: { ...watched(post, now), run, runs: number } };
}

/** What becomes of a post when an account's publication ends: off the pending ones, or the run's end if it was the last. */
export function withoutPending(post: Post, accountId: number): Post {
  if (!post.run) return post;
  const pending = post.run.pending.filter((id) => id !== accountId);
  return { ...post, run: { ...post.run, pending }, revision: post.revision + 1 };
}

/** The post when its run is over: failed if an account failed, and then the next run goes to those alone (G47, R28). */
export function ended(post: Post, failed: readonly number[], now: Date): Post {
  const isPublished = failed.length === 0;
  return {
    ...post,
    status: isPublished ? 'published' : 'failed',
    run: null,
    retryAccounts: isPublished ? null : failed,
    publishedAt: isPublished ? now : post.publishedAt,
    due: null,
    revision: post.revision + 1,
    updatedAt: now,
  };
}

/** A publication that nobody has tried yet. */
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
    spared: 0,
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

/** Without a timer: the minute sweep finds it, which is early enough for what should never be needed. */
function watched(post: Post, now: Date): Post {
  const dueSeq = post.dueSeq + 1;
  const due = { at: new Date(now.getTime() + WATCH_MS), seq: dueSeq, timer: false };
  return { ...post, due, dueSeq, revision: post.revision + 1 };
}

/** After a failure only the accounts that do not have it (R28). */
function accountsOf({ accounts, retryAccounts }: Post): readonly number[] {
  return retryAccounts === null ? accounts : accounts.filter((id) => retryAccounts.includes(id));
}
