import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import type { BroadcastTransition } from './broadcast-transition.ts';
import type { Broadcast } from './broadcast.ts';
import { expireBroadcast } from './end-broadcast.ts';
import { startScheduledBroadcast } from './start-broadcast.ts';

/** What to do with a job: nothing if it is outdated, retry if it fired early, otherwise a state transition. */
export type DueOutcome =
  | { readonly kind: 'outdated' }
  | { readonly kind: 'early' }
  /** The watchdog of a platform broadcast: the progress of its run decides. */
  | { readonly kind: 'watch' }
  | { readonly kind: 'transition'; readonly transition: BroadcastTransition };

/**
 * Runs the scheduled job of a broadcast as it is now. A job with another `seq` is outdated
 * (docs/failure-histories.md#early-late-or-repeated-schedules).
 */
export function runScheduledBroadcast(
  broadcast: Broadcast | undefined,
  { seq }: Pick<ScheduledJob, 'seq'>,
  now: Date,
): DueOutcome {
  if (broadcast?.due?.seq !== seq) return { kind: 'outdated' };
  if (broadcast.due.at > now) return { kind: 'early' };
  if (broadcast.state === 'in_flight' && broadcast.sender === 'platform') return { kind: 'watch' };
  const act = broadcast.state === 'scheduled' ? startScheduledBroadcast : expireBroadcast;
  return { kind: 'transition', transition: act(broadcast, now) };
}
