import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { SendMessageCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import { sendAll } from '#shared/platform/queues/send-all.ts';
import { workspaceMessage } from '#shared/platform/queues/workspace-message.ts';
import type { PublishQueue } from '#shared/publishing/ports/publish-queue.ts';

/** The publish queue in SQS: a standard queue with fair queuing by workspace. */
export function createSqsPublishQueue(client: SqsClient, queueUrl: string): PublishQueue {
  return {
    async sendAll(jobs) {
      await sendAll(client, queueUrl, jobs.map(workspaceMessage));
    },

    async sendLater(job, delaySeconds) {
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, ...workspaceMessage(job), DelaySeconds: delaySeconds }),
      );
    },
  };
}
