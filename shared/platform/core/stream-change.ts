import type { AuditEntry } from '#shared/platform/audit/audit-entry.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** When a thing is due and whether it gets a timer for that. */
export type PlannedJob = { readonly job: ScheduledJob; readonly timer: boolean };

/** What a change of a stored item asks for besides the write itself. */
export type StreamChange = {
  /** Null on a side where nothing is due. */
  readonly due: { readonly before: PlannedJob | null; readonly after: PlannedJob | null };
  /** The change's place in the audit log, or null if it has none there. */
  readonly entry: AuditEntry | null;
};
