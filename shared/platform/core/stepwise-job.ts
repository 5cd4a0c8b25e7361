import type { NextJob } from './scheduled-job.ts';
import { MINUTE_MS } from './time-units.ts';

/** The longest wait after a run without progress. */
const MAX_WAIT_MINUTES = 15;

/** Long work that is done by many short runs, one after the other. Each run is planned as the scheduled job of its item. */
export type StepwiseJob = {
  /** Runs that began since the last progress. */
  readonly attempts: number;
  /** Counts the stored changes. If two runs make the same step, the write of the second one fails its condition. */
  readonly step: number;
  readonly due: NextJob | null;
  readonly dueSeq: number;
};

/**
 * The work when a run begins. The attempt is counted before it is made, because a run that is killed cannot count it afterwards. The
 * job of the next attempt is planned at once, so that work whose message is lost continues.
 */
export function atAttempt<W extends StepwiseJob>(before: W, now: Date): W {
  const minutes = Math.min(2 ** before.attempts, MAX_WAIT_MINUTES);
  const at = new Date(now.getTime() + minutes * MINUTE_MS);
  return { ...atStep(before), attempts: before.attempts + 1, ...plannedFor(at, before) };
}

/** The work as it is stored after some progress, or before a change. */
export function atStep<W extends StepwiseJob>(before: W): W {
  return { ...before, step: before.step + 1 };
}

/** The next run at a time; null plans none. */
export function plannedFor(
  at: Date | null,
  { dueSeq }: Pick<StepwiseJob, 'dueSeq'>,
): Pick<StepwiseJob, 'due' | 'dueSeq'> {
  return { due: at && { at, seq: dueSeq + 1, timer: true }, dueSeq: dueSeq + 1 };
}
