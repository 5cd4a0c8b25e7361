import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import type { JobScheduler } from '#shared/platform/core/job-scheduler.ts';
import { SCHEDULED_RESOURCES, type ScheduledResource } from '#shared/platform/core/scheduled-job.ts';
import { sendAll } from './send-all.ts';
import { workspaceMessage } from './workspace-message.ts';

/** Sends scheduled jobs to the queues of their consumers. */
export function createJobFiring(
  sqs: SqsClient,
  urlOf: (resource: ScheduledResource) => string,
): Pick<JobScheduler, 'fire'> {
  return {
    async fire(jobs) {
      for (const resource of SCHEDULED_RESOURCES) {
        const own = jobs.filter((job) => job.resource === resource);
        await sendAll(sqs, urlOf(resource), own.map(workspaceMessage));
      }
    },
  };
}
