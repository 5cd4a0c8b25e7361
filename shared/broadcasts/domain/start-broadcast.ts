import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { requireCurrentApproval } from './approve-broadcast.ts';
import { type BroadcastTransition, transition, replan, requireAllowed } from './broadcast-transition.ts';
import type { Broadcast } from './broadcast.ts';

/** A broadcast in flight fails after this many milliseconds without a report (docs/specification/broadcasts.md#broadcast-reports). */
const REPORT_TIMEOUT_MS = DAY_MS;

/**
 * Starts a broadcast on request. @param mayApprove whether the caller may approve broadcasts
 * @throws PlatformError `broadcast_state_invalid` · `approval_required` · `approval_outdated`
 */
export function sendBroadcast(before: Broadcast, mayApprove: boolean, now: Date): BroadcastTransition {
  requireAllowed('send', before);
  if (before.requiresApproval && before.approval === null) {
    throw new PlatformError(broadcastsErrors.approval_required, 'Approve the broadcast before it is sent.');
  }
  requireCurrentApproval(before, mayApprove);
  return transition('send', before, 'in_flight', inFlight(before, now), now);
}

/**
 * Starts a scheduled broadcast at its time. Without the required approval it stays scheduled without a job: an approval
 * after the scheduled time starts nothing, however late the timer fires (docs/specification/broadcasts.md#broadcast-approval).
 */
export function startScheduledBroadcast(before: Broadcast, now: Date): BroadcastTransition {
  const { requiresApproval, approval, scheduledAt } = before;
  const inTime = approval !== null && scheduledAt !== null && approval.at <= scheduledAt;
  if (!requiresApproval || inTime)
    return transition('start', before, 'in_flight', inFlight(before, now), now);
  const blocked = { ...replan(before, null), blockedReason: 'approval_required' } as const;
  return transition('start', before, 'scheduled', blocked, now);
}

/** Fails a broadcast in flight unless a report arrives before. Minutes do not matter, so the sweep is enough. */
export function watchdog(before: Broadcast, now: Date): Pick<Broadcast, 'due' | 'planSeq'> {
  return replan(before, { at: watchdogAt(now), timer: false });
}

/** When a broadcast fails that had its last report or progress at a time. */
export function watchdogAt(progressAt: Date): Date {
  return new Date(progressAt.getTime() + REPORT_TIMEOUT_MS);
}

function inFlight(before: Broadcast, now: Date) {
  return { ...watchdog(before, now), startedAt: now, blockedReason: null };
}
