import type { NextJob } from '#shared/platform/core/scheduled-job.ts';

/** Posts read in one step; most already have the right time zone and need no write. */
export const RECOMPUTE_PAGE = 50;

/**
 * Milliseconds after the change of the time zone until all posts are read once more. A request that read the earlier time zone
 * writes its post within 10 s or not at all, and a step of an earlier recompute within 30 s; so all posts with the earlier time
 * zone are written by then, with time for the index to show them.
 */
const SECOND_PASS_MS = 60_000;

/**
 * In an order in which no post is missed: a scheduled post that waits for approval or becomes a draft in the meantime is read
 * afterwards, as is a waiting post that is returned. A post that is submitted, approved or scheduled is recomputed by that request.
 */
export const RECOMPUTED_STATUSES = ['scheduled', 'needs_approval', 'draft'] as const;

/** The position of a recompute: the pass, the status, and the last post read. */
export type RecomputePlace = {
  readonly pass: 1 | 2;
  readonly status: (typeof RECOMPUTED_STATUSES)[number];
  readonly after: string | null;
};

/**
 * The recompute after a change of the time zone (docs/specification/workspaces.md#time-zone-change), stored with the workspace. A later
 * change replaces it.
 */
export type ZoneRecompute = {
  readonly state: 'queued' | 'running' | 'done';
  /** Posts with a new time, and scheduled posts that kept theirs. A step that a crash interrupted is not counted. */
  readonly done: number;
  readonly kept: number;
  readonly since: Date;
  readonly place: RecomputePlace;
  /** Counts steps: of two runs of the same step, the second is rejected. */
  readonly step: number;
  readonly due: NextJob | null;
  /** The highest `seq` of its jobs so far; never decreases, not even with a later change of the time zone. */
  readonly dueSeq: number;
};

const START: RecomputePlace = { pass: 1, status: 'scheduled', after: null };

/** A new recompute, which starts immediately and replaces the earlier one. */
export function requestRecompute(earlier: ZoneRecompute | null, now: Date): ZoneRecompute {
  const fresh = { state: 'queued', done: 0, kept: 0, since: now, place: START, step: 0 } as const;
  return { ...fresh, ...plannedFor(now, earlier) };
}

/** The result of a step: posts recomputed and kept, the last post read, and whether the status may have more posts. */
export type RecomputeStep = {
  readonly moved: number;
  readonly kept: number;
  readonly last: string | null;
  readonly hasMore: boolean;
};

/** The recompute after a step: continued, waiting for its second pass, or done. */
export function afterStep(recompute: ZoneRecompute, step: RecomputeStep, now: Date): ZoneRecompute {
  const counted = {
    ...recompute,
    state: 'running' as const,
    done: recompute.done + step.moved,
    kept: recompute.kept + step.kept,
    step: recompute.step + 1,
  };
  const { pass, status } = recompute.place;
  if (step.hasMore) return { ...counted, place: { pass, status, after: step.last } };
  const next = RECOMPUTED_STATUSES[RECOMPUTED_STATUSES.indexOf(status) + 1];
  if (next !== undefined) return { ...counted, place: { pass, status: next, after: null } };
  if (pass === 2) return { ...counted, state: 'done', due: null, dueSeq: recompute.dueSeq + 1 };
  const at = new Date(Math.max(now.getTime(), recompute.since.getTime() + SECOND_PASS_MS));
  return { ...counted, place: { ...START, pass: 2 }, ...plannedFor(at, recompute) };
}

/** Continues the recompute with another message, so that one workspace does not occupy the function for long. */
export function handOver(recompute: ZoneRecompute, now: Date): ZoneRecompute {
  return { ...recompute, step: recompute.step + 1, ...plannedFor(now, recompute) };
}

function plannedFor(at: Date, earlier: ZoneRecompute | null): Pick<ZoneRecompute, 'due' | 'dueSeq'> {
  const dueSeq = (earlier?.dueSeq ?? 0) + 1;
  return { due: { at, seq: dueSeq, timer: true }, dueSeq };
}
