import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { SendMessageCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import { messageText } from '#shared/platform/queues/message-text.ts';
import { sendAll } from '#shared/platform/queues/send-all.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';

/** The delivery queue in SQS: a standard queue, fair by endpoint through `MessageGroupId`. */
export function createSqsDeliveryQueue(client: SqsClient, queueUrl: string): DeliveryQueue {
  return {
    async sendAll(jobs) {
      await sendAll(client, queueUrl, jobs.map(message));
    },

    async sendLater(job, delaySeconds) {
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, ...message(job), DelaySeconds: delaySeconds }),
      );
    },
  };
}

function message(job: DeliveryJob) {
  return { MessageBody: messageText(job), MessageGroupId: job.endpointId };
}
