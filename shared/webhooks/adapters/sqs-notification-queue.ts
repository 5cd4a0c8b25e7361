import { workspaceMessage } from '#shared/platform/queues/workspace-message.ts';
import type { SqsClient } from '#shared/platform/runtime/aws/aws-clients.ts';
import { SendMessageCommand } from '#shared/platform/runtime/aws/sqs-commands.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';

/** The notification queue in SQS. */
export function createSqsNotificationQueue(client: SqsClient, queueUrl: string): NotificationQueue {
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
