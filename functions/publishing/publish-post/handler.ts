import type { MessageMetadata } from '#shared/platform/queues/queue-consumer.ts';
import type { PublishJob } from '#shared/publishing/domain/publish-job.ts';
import { type PublishAccountDependencies, createPublishAccount } from './publish-account.ts';
import { createRunTokenJob, type TokenJobDependencies } from './run-token-job.ts';
import { type StartRunDependencies, createStartRun } from './start-run.ts';

export type Dependencies = StartRunDependencies & PublishAccountDependencies & TokenJobDependencies;

/**
 * Publishes a post at its scheduled time: starts its run, then makes one attempt per message for each account until every
 * account has a result. It also renews the tokens of accounts at the time of their jobs. Messages may be repeated, late or out of order:
 * the stored state decides what they do.
 */
export function createHandler(deps: Dependencies) {
  const startRun = createStartRun(deps);
  const publishAccount = createPublishAccount(deps);
  const runTokenJob = createRunTokenJob(deps);
  return (job: PublishJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    if ('kind' in job) return publishAccount(job, messageId);
    return job.resource === 'account_tokens' ? runTokenJob(job, messageId) : startRun(job, messageId);
  };
}
