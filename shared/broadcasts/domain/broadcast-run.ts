import { atAttempt, atStep, plannedFor, type StepwiseJob } from '#shared/platform/core/stepwise-job.ts';
import type { Broadcast } from './broadcast.ts';

/** Adding the recipients, sending to them, skipping the rest after a cancellation or a failure, and the end. */
export const RUN_PHASES = ['resolving', 'sending', 'stopping', 'ended'] as const;

export type RunPhase = (typeof RUN_PHASES)[number];

/**
 * The progress of a broadcast that the platform sends. It is an item of its own, so that progress neither changes the revision of the
 * broadcast nor competes with other requests.
 */
export type BroadcastRun = StepwiseJob & {
  readonly broadcastId: string;
  readonly workspaceId: string;
  readonly phase: RunPhase;
  /** The position up to which the audience is resolved; null at the beginning. */
  readonly cursor: string | null;
  /** When a run made progress last. */
  readonly progressAt: Date;
  readonly startedAt: Date;
};

/** Runs without progress that start before an alarm. The next runs follow every 15 minutes, until the watchdog fails the broadcast. */
export const STALLED_ATTEMPTS = 8;

/** The first run of a broadcast that starts, at once. */
export function newRun({ id, workspaceId }: Pick<Broadcast, 'id' | 'workspaceId'>, now: Date): BroadcastRun {
  const first = { attempts: 0, step: 0, due: null, dueSeq: 0 };
  return {
    broadcastId: id,
    workspaceId,
    phase: 'resolving',
    cursor: null,
    progressAt: now,
    startedAt: now,
    ...first,
    ...plannedFor(now, first),
  };
}

/** The run when its job begins. */
export function atJob(before: BroadcastRun, now: Date): BroadcastRun {
  return atAttempt(before, now);
}

/** The run after a page of contacts; without a further position, the audience is resolved. */
export function afterPage(before: BroadcastRun, readTo: string | undefined, now: Date): BroadcastRun {
  const phase = readTo === undefined ? 'sending' : before.phase;
  return { ...progressed(before, now), phase, cursor: readTo ?? null };
}

/** The run in another phase. */
export function inPhase(before: BroadcastRun, phase: RunPhase, now: Date): BroadcastRun {
  return { ...progressed(before, now), phase };
}

/** The run after it sent to recipients or changed them. */
export function progressed(before: BroadcastRun, now: Date): BroadcastRun {
  return { ...atStep(before), attempts: 0, progressAt: now };
}

/** The run whose time is over, or that waits: it continues at a time. A planned wait counts as progress for the watchdog. */
export function continuedAt(before: BroadcastRun, at: Date, now: Date): BroadcastRun {
  return { ...progressed(before, now), ...plannedFor(at, before) };
}

/** A run that is at work is due again within this many milliseconds. */
const AT_WORK_MS = 60_000;

/** Whether the run waits: for the end of a pause, of quiet hours or of a deferral, or after attempts without progress. */
export function isWaiting({ due }: BroadcastRun, now: Date): boolean {
  return due !== null && due.at.getTime() > now.getTime() + AT_WORK_MS;
}

/** The run that waits no longer. */
export function wokenRun(before: BroadcastRun, now: Date): BroadcastRun {
  return { ...atStep(before), ...plannedFor(now, before) };
}

/** The run after its last job. */
export function endedRun(before: BroadcastRun, now: Date): BroadcastRun {
  return { ...progressed(before, now), phase: 'ended', ...plannedFor(null, before) };
}

/** Another run of the broadcast has stored progress since this one read it. */
export class RunMovedError extends Error {
  override readonly name = 'RunMovedError';
}
