import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import type { BroadcastMove } from './broadcast-move.ts';
import type { Broadcast } from './broadcast.ts';
import { expireBroadcast } from './end-broadcast.ts';
import { startScheduledBroadcast } from './start-broadcast.ts';

/** What a message about a due broadcast comes to: nothing if its plan is no more, nothing yet if it came too early. */
export type DueOutcome =
  | { readonly kind: 'outdated' }
  | { readonly kind: 'early' }
  | { readonly kind: 'move'; readonly move: BroadcastMove };

/** Acts on a due broadcast as it is now; the plan's `seq` tells a plan that is no more (H8). */
export function runScheduledBroadcast(
  broadcast: Broadcast | undefined,
  { seq }: Pick<ScheduledJob, 'seq'>,
  now: Date,
): DueOutcome {
  if (broadcast?.due?.seq !== seq) return { kind: 'outdated' };
  if (broadcast.due.at > now) return { kind: 'early' };
  const act = broadcast.state === 'scheduled' ? startScheduledBroadcast : expireBroadcast;
  return { kind: 'move', move: act(broadcast, now) };
}
