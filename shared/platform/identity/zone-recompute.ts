import type { Due, ScheduledJob } from '#shared/platform/core/scheduled-job.ts';

/** Posts looked at in one step; their zones are compared, and most need no write. */
export const RECOMPUTE_PAGE = 50;

/**
 * So long after the zone changed all posts are looked at once more, in milliseconds. A request that read the zone before the
 * change writes its post within its ten seconds or not at all, and a step of an earlier recompute within thirty: whatever was
 * written by the old zone is there by then, with time to spare for the index to show it.
 */
const SECOND_LOOK_MS = 60_000;

/** A message may wake a little before its time: the clocks of queue and function are not one. */
const EARLY_MS = 1000;

/** Scheduled posts come first: one that becomes a draft between the two is met again there, and the other way computes anew. */
const STATUSES = ['scheduled', 'draft'] as const;

/** How far a walk through a workspace's posts has come: which of them it is at, and the last one it has looked at. */
export type RecomputePlace = {
  readonly look: 1 | 2;
  readonly status: (typeof STATUSES)[number];
  readonly after: string | null;
};

/** The work behind a change of the workspace's zone (R29, G42), kept with the workspace: a later change takes its place. */
export type ZoneRecompute = {
  readonly state: 'queued' | 'running' | 'done';
  /** Posts that got another instant, and scheduled ones that kept theirs; a step that a crash cut off is not counted. */
  readonly done: number;
  readonly kept: number;
  readonly since: Date;
  readonly place: RecomputePlace;
  /** Counts steps: of two that take the same one, one is late. */
  readonly step: number;
  readonly due: Due | null;
  /** Last `seq` given to a plan; never goes back, not even with a later change of the zone. */
  readonly dueSeq: number;
};

const START: RecomputePlace = { look: 1, status: 'scheduled', after: null };

/** The work that a change of the zone asks for: at once, and whatever came of the change before. */
export function requestRecompute(earlier: ZoneRecompute | null, now: Date): ZoneRecompute {
  const fresh = { state: 'queued', done: 0, kept: 0, since: now, place: START, step: 0 } as const;
  return { ...fresh, ...plannedFor(now, earlier) };
}

/** What a due job means for a recompute: nothing if its plan is no more. */
export function recomputeCourse(
  recompute: ZoneRecompute | null,
  job: ScheduledJob,
  now: Date,
): 'outdated' | 'early' | 'go' {
  if (!recompute?.due || recompute.due.seq !== job.seq) return 'outdated';
  return recompute.due.at.getTime() > now.getTime() + EARLY_MS ? 'early' : 'go';
}

/** What a step found: posts moved and kept, the last one looked at, and whether there may be more of their status. */
export type RecomputeStep = {
  readonly moved: number;
  readonly kept: number;
  readonly last: string | null;
  readonly hasMore: boolean;
};

/** The recompute after a step: further on, waiting for its second look, or done. */
export function afterStep(recompute: ZoneRecompute, step: RecomputeStep, now: Date): ZoneRecompute {
  const counted = {
    ...recompute,
    state: 'running' as const,
    done: recompute.done + step.moved,
    kept: recompute.kept + step.kept,
    step: recompute.step + 1,
  };
  const { look, status } = recompute.place;
  if (step.hasMore) return { ...counted, place: { look, status, after: step.last } };
  const [, last] = STATUSES;
  if (status !== last) return { ...counted, place: { look, status: last, after: null } };
  if (look === 2) return { ...counted, state: 'done', due: null, dueSeq: recompute.dueSeq + 1 };
  const at = new Date(Math.max(now.getTime(), recompute.since.getTime() + SECOND_LOOK_MS));
  return { ...counted, place: { ...START, look: 2 }, ...plannedFor(at, recompute) };
}

/** The recompute handed over to the next message, so that one workspace does not hold a place for long. */
export function handOver(recompute: ZoneRecompute, now: Date): ZoneRecompute {
  return { ...recompute, step: recompute.step + 1, ...plannedFor(now, recompute) };
}

function plannedFor(at: Date, earlier: ZoneRecompute | null): Pick<ZoneRecompute, 'due' | 'dueSeq'> {
  const dueSeq = (earlier?.dueSeq ?? 0) + 1;
  return { due: { at, seq: dueSeq, timer: true }, dueSeq };
}
