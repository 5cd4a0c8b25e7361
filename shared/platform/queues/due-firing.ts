import type { SQSClient } from '@aws-sdk/client-sqs';
import { DUE_RESOURCES, type DueResource } from '#shared/platform/core/due-job.ts';
import type { DueTimers } from '#shared/platform/core/due-timers.ts';
import { sendAll } from './send-all.ts';
import { workspaceMessage } from './workspace-message.ts';

/** Hands due jobs to the queues of their resources' consumers, by URL. */
export function createDueFiring(
  sqs: SQSClient,
  urls: Readonly<Record<DueResource, string>>,
): Pick<DueTimers, 'fire'> {
  return {
    async fire(jobs) {
      for (const resource of DUE_RESOURCES) {
        const own = jobs.filter((job) => job.resource === resource);
        await sendAll(sqs, urls[resource], own.map(workspaceMessage));
      }
    },
  };
}
