import type { NextJob, ScheduledJob } from './scheduled-job.ts';

/** A message can be received slightly early, because the clocks of queue and function differ. */
export const EARLY_MS = 1000;

/**
 * Whether the message of a job starts its work now. It is outdated if the job was replaced, has already run, or no longer exists
 * (docs/specification/publishing.md#timers).
 */
export function jobTiming(
  due: NextJob | null | undefined,
  { seq }: Pick<ScheduledJob, 'seq'>,
  now: Date,
): 'outdated' | 'early' | 'due' {
  if (due?.seq !== seq) return 'outdated';
  return due.at.getTime() > now.getTime() + EARLY_MS ? 'early' : 'due';
}
