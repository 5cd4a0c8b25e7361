import type { AuditEntry } from './audit-entry.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** A scheduled job, and whether it gets a timer. */
export type PlannedJob = { readonly job: ScheduledJob; readonly timer: boolean };

/** What follows from the change of a stored item. */
export type StreamChange = {
  /** The scheduled jobs before and after the change; null for none. */
  readonly due: { readonly before: PlannedJob | null; readonly after: PlannedJob | null };
  /** The audit entry of the change, or null if it has none. */
  readonly entry: AuditEntry | null;
};
