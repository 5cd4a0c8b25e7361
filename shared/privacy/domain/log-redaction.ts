import { type Erasure, nextPassAt } from '#shared/events/recording/erasure.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';

/**
 * Minimum milliseconds between the starts of two redactions of one log. A redaction reads the whole log, and serves all erasures of
 * its workspace that are due when it starts.
 */
const INTERVAL_MS = 30 * MINUTE_MS;

/** One pass over the log of a workspace, from the oldest item, that removes the contacts of pending erasures. */
export type LogRedaction = {
  readonly workspaceId: string;
  readonly startedAt: Date;
  /** Sequence number of the last item that was read; 0 at the start. */
  readonly position: number;
  readonly isComplete: boolean;
};

/** A redaction that starts now. */
export function newLogRedaction(workspaceId: string, now: Date): LogRedaction {
  return { workspaceId, startedAt: now, position: 0, isComplete: false };
}

/** Whether a new redaction may start, given the last one of the workspace. */
export function mayRedactAgain(last: LogRedaction | undefined, now: Date): boolean {
  return !last || (last.isComplete && now.getTime() - last.startedAt.getTime() >= INTERVAL_MS);
}

/** Whether a complete redaction has removed the contact of an erasure: it started when the current pass was due. */
export function isRedactedBy(erasure: Erasure, redaction: LogRedaction | undefined): boolean {
  const due = nextPassAt(erasure);
  return redaction?.isComplete === true && (due === undefined || redaction.startedAt >= due);
}
