import type { Context } from 'aws-lambda';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { JobScheduler } from '#shared/platform/core/job-scheduler.ts';
import type { ScheduleStore } from '#shared/platform/core/schedule-store.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { shouldFire } from './should-fire.ts';

/** A job is overdue, and its timer counts as lost, after this many milliseconds (docs/specification/publishing.md#timers). */
const OVERDUE_MS = 2 * MINUTE_MS;

/** Maximum number of jobs per run; a run ends at least this many milliseconds before the function times out. */
const MAX_PER_RUN = 1000;
const RESERVE_MS = 10_000;

const SWEPT = {
  code: 'SCHEDULES_SWEPT',
  message: 'Searched for posts, broadcasts and messages whose schedule was lost',
};
const UNREADABLE = {
  code: 'SCHEDULE_UNREADABLE',
  message: 'Index entry could not be parsed and was skipped',
};

export type Dependencies = {
  readonly store: ScheduleStore;
  readonly timers: Pick<JobScheduler, 'fire'>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Sends overdue jobs again: their timer was never set, or their message was lost. Consumers check the current state before
 * they act, so a job that is merely late does not run twice.
 */
export function createHandler({ store, timers, clock, log }: Dependencies) {
  return async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const now = clock();
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    let [overdue, fired] = [0, 0];
    for await (const page of store.readOverdue(new Date(now.getTime() - OVERDUE_MS))) {
      const jobs = page.filter(isReadable);
      const toFire = jobs.filter((job) => shouldFire(job, now)).slice(0, MAX_PER_RUN - fired);
      await timers.fire(toFire);
      overdue += jobs.length;
      fired += toFire.length;
      if (fired >= MAX_PER_RUN || !hasTime()) break;
    }
    log.info(SWEPT, { overdue, fired });
  };

  function isReadable(entry: ScheduledJob | MalformedItemError): entry is ScheduledJob {
    if (!(entry instanceof MalformedItemError)) return true;
    log.error(UNREADABLE, describeError(entry));
    return false;
  }
}
