import type { MessageMetadata } from '#shared/platform/queues/queue-consumer.ts';
import type { PublishJob } from '#shared/publishing/domain/publish-job.ts';
import { type PublishAccountDependencies, createPublishAccount } from './publish-account.ts';
import { type StartRunDependencies, createStartRun } from './start-run.ts';

export type Dependencies = StartRunDependencies & PublishAccountDependencies;

/**
 * Publishes a post at its scheduled time: starts its run, then makes one attempt per message for each account until every
 * account has a result. Messages may be repeated, late or out of order: the stored state decides what they do.
 */
export function createHandler(deps: Dependencies) {
  const startRun = createStartRun(deps);
  const publishAccount = createPublishAccount(deps);
  return (job: PublishJob, receipt: Pick<MessageMetadata, 'messageId'>): Promise<void> =>
    'kind' in job ? publishAccount(job, receipt.messageId) : startRun(job, receipt.messageId);
}
