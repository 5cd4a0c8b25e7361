import { ValidationError } from '#shared/platform/core/errors.ts';
import { requireCurrentApproval } from './approve-broadcast.ts';
import { type BroadcastTransition, transition, replan, requireAllowed } from './broadcast-transition.ts';
import type { Broadcast } from './broadcast.ts';

/** The latest time, as for posts. A date meant as "never" is rejected, and EventBridge Scheduler accepts no five-digit year. */
const LATEST = new Date('2100-12-31T23:59:59.999Z');

/**
 * Schedules a broadcast, or changes its time. Returns undefined if it already has that time.
 * `mayApprove`: whether the caller may approve broadcasts.
 * @throws ValidationError `schedule_in_past` · `out_of_range` · PlatformError `broadcast_state_invalid` · `approval_outdated`
 */
export function scheduleBroadcast(
  before: Broadcast,
  { at, mayApprove }: { readonly at: Date; readonly mayApprove: boolean },
  now: Date,
): BroadcastTransition | undefined {
  if (at <= now) {
    const detail = 'Use a time in the future.';
    throw new ValidationError([{ pointer: '#/scheduled_at', code: 'schedule_in_past', detail }]);
  }
  if (at > LATEST) {
    const detail = `Use a time from now to ${LATEST.toISOString()}.`;
    throw new ValidationError([{ pointer: '#/scheduled_at', code: 'out_of_range', detail }]);
  }
  requireAllowed('schedule', before);
  requireCurrentApproval(before, mayApprove);
  if (before.due?.at.getTime() === at.getTime()) return undefined;
  const plan = replan(before, { at, timer: true });
  return transition('schedule', before, 'scheduled', { ...plan, scheduledAt: at, blockedReason: null }, now);
}

/** Returns a broadcast to a draft without a time; undefined for a draft. @throws PlatformError `broadcast_state_invalid` */
export function unscheduleBroadcast(before: Broadcast, now: Date): BroadcastTransition | undefined {
  requireAllowed('unschedule', before);
  if (before.scheduledAt === null) return undefined;
  const plan = replan(before, null);
  return transition('unschedule', before, 'draft', { ...plan, scheduledAt: null, blockedReason: null }, now);
}
