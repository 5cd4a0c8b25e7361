import { logFieldsDue } from '#shared/platform/core/scheduled-job.ts';
import type { AccountJob, PublishJob } from '#shared/publishing/domain/publish-job.ts';

/** What every log line about an attempt on an account holds. */
export function logFieldsAttempt({ post_id, run, account_id }: AccountJob) {
  return { post_id, run, account_id };
}

/** What a log line about any message of the publish queue holds. */
export function logFields(job: PublishJob): Readonly<Record<string, unknown>> {
  return 'kind' in job ? logFieldsAttempt(job) : logFieldsDue(job);
}
