import type { Due, ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import type { Account } from './account.ts';

/** Posts looked at in one step; most of them name other accounts. */
export const REMOVAL_PAGE = 50;

/**
 * So long after the account went all scheduled posts are looked at once more, in milliseconds: a request that still saw the
 * account schedules its post within its ten seconds or not at all, and the index shows a post a moment late.
 */
const SECOND_LOOK_MS = 60_000;

/** A message may wake a little before its time: the clocks of queue and function are not one. */
const EARLY_MS = 1000;

/** The work behind a disconnected account: scheduled posts no longer go to it (decisions 5.1). */
export type AccountRemoval = {
  readonly workspaceId: string;
  readonly uuid: string;
  /** The number by which posts name it. */
  readonly accountId: number;
  readonly since: Date;
  readonly look: 1 | 2;
  /** The last post that was looked at, or null at the start of a look. */
  readonly after: string | null;
  /** Null when it is done. */
  readonly due: Due | null;
  /** Last `seq` given to a plan: of two steps for one plan, one is late. */
  readonly dueSeq: number;
};

/** The work that disconnecting an account asks for, at once. */
export function requestRemoval(
  { workspaceId, uuid, id }: Pick<Account, 'workspaceId' | 'uuid' | 'id'>,
  now: Date,
): AccountRemoval {
  return { workspaceId, uuid, accountId: id, since: now, look: 1, after: null, ...plannedFor(now, 0) };
}

/** What a due job means for a removal: nothing if its plan is no more. */
export function removalCourse(
  removal: AccountRemoval | undefined,
  job: ScheduledJob,
  now: Date,
): 'outdated' | 'early' | 'go' {
  if (!removal?.due || removal.due.seq !== job.seq) return 'outdated';
  return removal.due.at.getTime() > now.getTime() + EARLY_MS ? 'early' : 'go';
}

/** The removal after a page of posts; `last` is the last one looked at, if there may be more behind it. */
export function afterPage(removal: AccountRemoval, last: string | null, now: Date): AccountRemoval {
  const { look, since, dueSeq } = removal;
  if (last !== null) return { ...removal, after: last, ...plannedFor(now, dueSeq) };
  if (look === 2) return { ...removal, due: null, dueSeq: dueSeq + 1 };
  const at = new Date(Math.max(now.getTime(), since.getTime() + SECOND_LOOK_MS));
  return { ...removal, look: 2, after: null, ...plannedFor(at, dueSeq) };
}

function plannedFor(at: Date, dueSeq: number): Pick<AccountRemoval, 'due' | 'dueSeq'> {
  const seq = dueSeq + 1;
  return { due: { at, seq, timer: true }, dueSeq: seq };
}
