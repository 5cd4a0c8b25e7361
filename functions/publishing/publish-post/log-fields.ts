import { logFieldsDue } from '#shared/platform/core/scheduled-job.ts';
import type { AccountJob, PublishJob } from '#shared/publishing/domain/publish-job.ts';

/** Log fields of an attempt for an account. */
export function attemptLogFields({ postId, run, accountId }: AccountJob) {
  return { post_id: postId, run, account_id: accountId };
}

/** Log fields of any message of the publish queue. */
export function logFields(job: PublishJob): Readonly<Record<string, unknown>> {
  return 'kind' in job ? attemptLogFields(job) : logFieldsDue(job);
}
