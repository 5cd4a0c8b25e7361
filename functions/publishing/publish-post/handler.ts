import type { MessageMetadata } from '#shared/platform/queues/queue-consumer.ts';
import type { PublishJob } from '#shared/publishing/domain/publish-job.ts';
import { type PublishAccountDependencies, createPublishAccount } from './publish-account.ts';
import { type StartRunDependencies, createStartRun } from './start-run.ts';

/**
 * Publishes a post whose time has come: begins its run, then makes one attempt per message for each account until every one
 * has an outcome. Any message may come twice, late or out of order: what is on record decides what it still means.
 */
export function createHandler(deps: StartRunDependencies & PublishAccountDependencies) {
  const startRun = createStartRun(deps);
  const publishAccount = createPublishAccount(deps);
  return (job: PublishJob, receipt: Pick<MessageMetadata, 'messageId'>): Promise<void> =>
    'kind' in job ? publishAccount(job, receipt.messageId) : startRun(job, receipt.messageId);
}
