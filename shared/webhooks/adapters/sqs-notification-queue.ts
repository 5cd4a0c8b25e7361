import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { workspaceMessage } from '#shared/platform/queues/workspace-message.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';

/** The notification queue in SQS. */
export function createSqsNotificationQueue(client: SQSClient, queueUrl: string): NotificationQueue {
  return {
    async send(message, delaySeconds = 0) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          ...workspaceMessage(message),
          DelaySeconds: delaySeconds,
        }),
      );
    },
  };
}
