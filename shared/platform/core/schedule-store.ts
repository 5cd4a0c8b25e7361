import type { MalformedItemError } from './errors.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Things whose time has come, whatever became of their timers. */
export interface ScheduleStore {
  /**
   * Jobs that were due before an instant and are still planned, page by page, about the oldest first; eventually consistent.
   * What cannot be read comes as its error, so that it hides nothing else.
   */
  readOverdue(before: Date): AsyncIterable<readonly (ScheduledJob | MalformedItemError)[]>;
}
