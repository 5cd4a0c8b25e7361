import { EARLY_MS } from '#shared/platform/core/job-timing.ts';
import type { PublicationError } from '#shared/publishing/domain/post.ts';
import type { RemoveResult } from '#shared/publishing/domain/publish-result.ts';
import { type AccountOutcome, emptied, endedOutcome, type PostRemoval } from './post-removal.ts';

/** Maximum number of attempts for one account. */
const MAX_ATTEMPTS = 5;

/** Delay before the second attempt, and maximum delay before a later one. */
const FIRST_WAIT_MS = 30_000;
const LAST_WAIT_MS = 480_000;

/** Longer than the timeout of `remove-publications`: an older attempt can no longer be running. */
const LEASE_MS = 270_000;

const NO_RESULT: PublicationError = {
  code: 'outcome_unknown',
  detail:
    'The last attempt to remove the post had no result. Check the account on the social network, and delete the post there ' +
    'if it still exists.',
};

/**
 * The result of an attempt: how many posts are left on the network, and why the attempt stopped. Posts are removed from the last to the
 * first.
 */
export type AttemptResult = {
  readonly left: number;
  /** Null if no post is left, or if the time of the run was over. */
  readonly stop: Exclude<RemoveResult, { kind: 'removed' }> | null;
};

/** The first account whose attempt is due. */
export function dueOutcome({ accounts }: PostRemoval, now: Date): AccountOutcome | undefined {
  return accounts.find(({ state, nextAttemptAt }) => {
    const at = nextAttemptAt?.getTime() ?? 0;
    return state === 'pending' && at <= now.getTime() + EARLY_MS;
  });
}

/** Whether every attempt was started, the last one without a result. */
export function isExhausted({ attempts }: AccountOutcome): boolean {
  return attempts >= MAX_ATTEMPTS;
}

/** The account after its last attempt ended without a result. */
export function exhausted(outcome: AccountOutcome, now: Date): AccountOutcome {
  return { ...outcome, ...endedOutcome('failed', outcome.error ?? NO_RESULT, now) };
}

/** Recorded before the request to the network, so that attempts are limited even if each crashes. */
export function claimedOutcome(outcome: AccountOutcome): AccountOutcome {
  return { ...outcome, attempts: outcome.attempts + 1, nextAttemptAt: null };
}

/** The account after an attempt: ended, or waiting for the next attempt. */
export function afterRemoval(
  outcome: AccountOutcome,
  { left, stop }: AttemptResult,
  now: Date,
): AccountOutcome {
  if (left === 0) return emptied(outcome, now);
  const tried = { ...outcome, left };
  // An interrupted attempt has removed at least one post, so it does not count.
  if (stop === null) return { ...tried, attempts: outcome.attempts - 1, nextAttemptAt: now };
  if (stop.kind !== 'retry' || isExhausted(outcome))
    return { ...tried, ...endedOutcome('failed', stop.error, now) };
  const wait = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 4 ** Math.max(0, outcome.attempts - 1));
  const at = Math.max(now.getTime() + wait, stop.notBefore?.getTime() ?? 0);
  return { ...tried, error: stop.error, nextAttemptAt: new Date(at) };
}

/** The account whose next attempt is not before `at`. */
export function postponed(outcome: AccountOutcome, at: Date): AccountOutcome {
  return { ...outcome, nextAttemptAt: at };
}

/** The removal with the new outcome of one account. */
export function withOutcome(removal: PostRemoval, outcome: AccountOutcome): PostRemoval {
  const accounts = removal.accounts.map((each) => (each.accountId === outcome.accountId ? outcome : each));
  return { ...removal, accounts };
}

/** The removal while an attempt is running. If its invocation crashes, the sweep starts the job after the lease. */
export function whileAttempting(removal: PostRemoval, now: Date): PostRemoval {
  return scheduled(removal, { at: new Date(now.getTime() + LEASE_MS), timer: false });
}

/** The removal after a run: its job is due when the next attempt is, and it has none once every account has ended. */
export function afterRun(removal: PostRemoval, now: Date): PostRemoval {
  const times = removal.accounts
    .filter(({ state }) => state === 'pending')
    .map(({ nextAttemptAt }) => Math.max(now.getTime(), nextAttemptAt?.getTime() ?? 0));
  if (times.length === 0) return { ...removal, due: null, dueSeq: removal.dueSeq + 1 };
  return scheduled(removal, { at: new Date(Math.min(...times)), timer: true });
}

function scheduled(
  removal: PostRemoval,
  { at, timer }: { readonly at: Date; readonly timer: boolean },
): PostRemoval {
  const dueSeq = removal.dueSeq + 1;
  return { ...removal, due: { at, seq: dueSeq, timer }, dueSeq };
}
