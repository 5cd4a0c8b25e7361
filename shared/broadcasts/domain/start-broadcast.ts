import { PlatformError } from '#shared/platform/core/errors.ts';
import { type BroadcastMove, move, replan, requireAllowed } from './broadcast-move.ts';
import type { Broadcast } from './broadcast.ts';

/** An in-flight broadcast of which nothing was heard for this long has failed, in milliseconds (R33). */
const REPORT_TIMEOUT_MS = 24 * 3_600_000;

/** Starts a broadcast because somebody says so. @throws PlatformError `broadcast_state_invalid` · `approval_required` */
export function sendBroadcast(before: Broadcast, now: Date): BroadcastMove {
  requireAllowed('send', before);
  if (before.requiresApproval && before.approval === null) {
    throw new PlatformError('approval_required', 'Approve the broadcast before it is sent.');
  }
  return move('send', before, 'in_flight', inFlight(before, now), now);
}

/**
 * Starts a scheduled broadcast because its time has come. Without the sign-off it needs it stays scheduled and nothing
 * is due any more: an approval that comes later than the due time starts nothing, however late the timer is (G76).
 */
export function startScheduledBroadcast(before: Broadcast, now: Date): BroadcastMove {
  const { requiresApproval, approval, scheduledAt } = before;
  const inTime = approval !== null && scheduledAt !== null && approval.at <= scheduledAt;
  if (!requiresApproval || inTime) return move('start', before, 'in_flight', inFlight(before, now), now);
  const blocked = { ...replan(before, null), blockedReason: 'approval_required' } as const;
  return move('start', before, 'scheduled', blocked, now);
}

/** When an in-flight broadcast is given up, unless something is heard of it before. Minutes do not matter, so no timer. */
export function watchdog(before: Broadcast, now: Date): Pick<Broadcast, 'due' | 'planSeq'> {
  return replan(before, { at: new Date(now.getTime() + REPORT_TIMEOUT_MS), timer: false });
}

function inFlight(before: Broadcast, now: Date) {
  return { ...watchdog(before, now), startedAt: now, blockedReason: null };
}
