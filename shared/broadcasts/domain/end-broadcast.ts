import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { type BroadcastTransition, transition, replan } from './broadcast-transition.ts';
import type { Broadcast } from './broadcast.ts';
import { watchdog } from './start-broadcast.ts';

/** Outcomes that end a broadcast; a report without an outcome is progress. */
export const REPORT_OUTCOMES = ['completed', 'failed'] as const;

/** A report of the engine about a broadcast in flight (docs/specification/broadcasts.md#broadcast-reports). */
export type BroadcastReport = {
  readonly recipients?: number | undefined;
  readonly sent?: number | undefined;
  readonly failed?: number | undefined;
  readonly outcome?: (typeof REPORT_OUTCOMES)[number] | undefined;
  readonly error?: string | undefined;
};

/**
 * Applies a report. Counters only grow: reports of several workers arrive in any order, so a smaller number is older and is
 * ignored. An outcome ends the broadcast; any other report restarts its watchdog.
 * @throws PlatformError `broadcast_state_invalid` · `broadcast_sent_by_platform`
 */
export function reportBroadcast(before: Broadcast, report: BroadcastReport, now: Date): BroadcastTransition {
  if (before.sender === 'platform')
    throw new PlatformError(
      broadcastsErrors.broadcast_sent_by_platform,
      'The platform sends the broadcast and counts its recipients. Read the progress with getBroadcast.',
    );
  const reported = {
    recipients: larger(before.recipients, report.recipients),
    sent: larger(before.sent, report.sent),
    failed: larger(before.failed, report.failed),
    error: report.error ?? before.error,
  };
  if (report.outcome === undefined) {
    return transition('report', before, 'in_flight', { ...reported, ...watchdog(before, now) }, now);
  }
  const state = report.outcome === 'completed' ? 'finished' : 'failed';
  return transition('report', before, state, { ...reported, ...ended(before, now) }, now);
}

/** Fails a broadcast in flight. @param cause an explanation for the customer, unless there is one already */
export function expireBroadcast(
  before: Broadcast,
  now: Date,
  cause = 'Your messaging system sent no report for 24 hours.',
): BroadcastTransition {
  const error = before.error ?? cause;
  return transition('expire', before, 'failed', { ...ended(before, now), error }, now);
}

/**
 * Cancels a scheduled broadcast or stops one in flight (docs/specification/broadcasts.md#cancelling-a-broadcast).
 * @throws PlatformError `broadcast_state_invalid`
 */
export function cancelBroadcast(before: Broadcast, now: Date): BroadcastTransition {
  return transition('cancel', before, 'cancelled', { ...ended(before, now), blockedReason: null }, now);
}

/** The larger of the stored and the reported counter; null while no report has the counter. */
function larger(stored: number | null, reported: number | undefined): number | null {
  if (stored === null || reported === undefined) return reported ?? stored;
  return Math.max(stored, reported);
}

function ended(before: Broadcast, now: Date) {
  return { ...replan(before, null), finishedAt: now };
}
