import { logFieldsDue } from '#shared/platform/core/scheduled-job.ts';
import type { AccountJob, PublishJob } from '#shared/publishing/domain/publish-job.ts';

/** Log fields of an attempt for an account. */
export function attemptLogFields({ post_id, run, account_id }: AccountJob) {
  return { post_id, run, account_id };
}

/** Log fields of any message of the publish queue. */
export function logFields(job: PublishJob): Readonly<Record<string, unknown>> {
  return 'kind' in job ? attemptLogFields(job) : logFieldsDue(job);
}
