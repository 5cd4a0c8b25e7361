import { describeError, type Log, type LogMessage } from '#shared/platform/runtime/logger.ts';

/** One job of a run, with the fields that identify it in the log. Its steps are idempotent, so a later run continues it. */
export type DueJob = { readonly about: Readonly<Record<string, unknown>>; readonly run: () => Promise<void> };

export type DueJobs = {
  readonly jobs: readonly DueJob[];
  /** The fields of the jobs that an operator must look at, because they are too old. An alarm counts their lines in the log. */
  readonly late: readonly Readonly<Record<string, unknown>>[];
  readonly messages: { readonly late: LogMessage; readonly failed: LogMessage };
  /** Whether enough of the function's time is left to start another job. */
  readonly hasTime: () => boolean;
  readonly log: Log;
};

/**
 * Runs due jobs one after the other: the first one always, every other one only if time is left. The rest remains for the next run.
 * An error of one job does not block the others. @throws Error after the last job if one has failed, so that the alarm on errors of the function fires
 */
export async function runDueJobs({ jobs, late, messages, hasTime, log }: DueJobs): Promise<void> {
  for (const about of late) log.error(messages.late, about);
  let failed = 0;
  for (const [index, { about, run }] of jobs.entries()) {
    if (index > 0 && !hasTime()) break;
    try {
      await run();
    } catch (error) {
      failed += 1;
      log.error(messages.failed, { ...about, ...describeError(error) });
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${jobs.length} due jobs failed`);
}
