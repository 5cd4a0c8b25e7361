import type { MalformedItemError } from './errors.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Overdue jobs, independent of their timers. */
export type ScheduleStore = {
  /**
   * Jobs that were scheduled before a time and are still planned, in pages, roughly oldest first; eventually consistent. An
   * unreadable item is returned as its error, so that it does not hide the rest.
   */
  readOverdue(before: Date): AsyncIterable<readonly (ScheduledJob | MalformedItemError)[]>;
};
