import { type BroadcastMove, move, replan } from './broadcast-move.ts';
import type { Broadcast } from './broadcast.ts';
import { watchdog } from './start-broadcast.ts';

export const REPORT_OUTCOMES = ['completed', 'failed'] as const;

/** What the messaging engine tells of a broadcast in flight (decisions 5.3). */
export type BroadcastReport = {
  readonly recipients?: number | undefined;
  readonly sent?: number | undefined;
  readonly failed?: number | undefined;
  readonly outcome?: (typeof REPORT_OUTCOMES)[number] | undefined;
  readonly error?: string | undefined;
};

/**
 * Takes a report in. Counters only grow: reports of several workers arrive in any order, so a smaller number is an older
 * one and is passed over. An outcome ends the broadcast, any other report sets its watchdog back.
 * @throws PlatformError `broadcast_state_invalid`
 */
export function reportBroadcast(before: Broadcast, report: BroadcastReport, now: Date): BroadcastMove {
  const told = {
    recipients: Math.max(before.recipients, report.recipients ?? 0),
    sent: Math.max(before.sent, report.sent ?? 0),
    failed: Math.max(before.failed, report.failed ?? 0),
    error: report.error ?? before.error,
  };
  if (report.outcome === undefined) {
    return move('report', before, 'in_flight', { ...told, ...watchdog(before, now) }, now);
  }
  const state = report.outcome === 'completed' ? 'finished' : 'failed';
  return move('report', before, state, { ...told, ...ended(before, now) }, now);
}

/** Ends a broadcast that nothing was heard of for too long (R33). */
export function expireBroadcast(before: Broadcast, now: Date): BroadcastMove {
  const error = before.error ?? 'The messaging engine sent no report for 24 hours.';
  return move('expire', before, 'failed', { ...ended(before, now), error }, now);
}

/** Takes a scheduled broadcast back for good, or stops one in flight (R33). @throws PlatformError `broadcast_state_invalid` */
export function cancelBroadcast(before: Broadcast, now: Date): BroadcastMove {
  return move('cancel', before, 'cancelled', { ...ended(before, now), blockedReason: null }, now);
}

function ended(before: Broadcast, now: Date) {
  return { ...replan(before, null), finishedAt: now };
}
