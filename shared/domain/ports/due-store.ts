import type { DueJob } from '#shared/domain/due/due-job.ts';

/** Things whose time has come, whatever became of their timers. */
export interface DueStore {
  /** Jobs that were due before an instant and are still planned, oldest first, page by page; eventually consistent. */
  readOverdue(before: Date): AsyncIterable<readonly DueJob[]>;
}
