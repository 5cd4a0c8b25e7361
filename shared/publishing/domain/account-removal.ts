import type { NextJob } from '#shared/platform/core/scheduled-job.ts';
import type { Account } from './account.ts';

/** Number of posts checked in one step; most of them do not reference the account. */
export const REMOVAL_PAGE = 50;

/**
 * Delay in milliseconds after the removal before all scheduled posts are checked a second time. A request that read the
 * account before its removal schedules its post within ten seconds or not at all, and the index shows a post with a delay.
 */
const SECOND_PASS_DELAY_MS = 60_000;

/** The background job after an account was disconnected: it removes the account from scheduled posts. */
export type AccountRemoval = {
  readonly workspaceId: string;
  readonly uuid: string;
  /** The integer id by which posts reference the account. */
  readonly accountId: number;
  readonly since: Date;
  /** The second pass finds posts that were scheduled while the account was being disconnected. */
  readonly pass: 1 | 2;
  /** The last post that was checked, or null at the start of a pass. */
  readonly after: string | null;
  /** Null when the removal is complete. */
  readonly due: NextJob | null;
  /** The last sequence number of a schedule. A job with a lower number is outdated. */
  readonly dueSeq: number;
};

/** The removal job to store when an account is disconnected; its first step runs immediately. */
export function requestRemoval(
  { workspaceId, uuid, id }: Pick<Account, 'workspaceId' | 'uuid' | 'id'>,
  now: Date,
): AccountRemoval {
  return { workspaceId, uuid, accountId: id, since: now, pass: 1, after: null, ...scheduleAt(now, 0) };
}

/** The removal after one page of posts. `last` is the last post that was checked, or null if there are no more. */
export function afterPage(removal: AccountRemoval, last: string | null, now: Date): AccountRemoval {
  const { pass, since, dueSeq } = removal;
  if (last !== null) return { ...removal, after: last, ...scheduleAt(now, dueSeq) };
  if (pass === 2) return { ...removal, due: null, dueSeq: dueSeq + 1 };
  const at = new Date(Math.max(now.getTime(), since.getTime() + SECOND_PASS_DELAY_MS));
  return { ...removal, pass: 2, after: null, ...scheduleAt(at, dueSeq) };
}

function scheduleAt(at: Date, dueSeq: number): Pick<AccountRemoval, 'due' | 'dueSeq'> {
  const seq = dueSeq + 1;
  return { due: { at, seq, timer: true }, dueSeq: seq };
}
