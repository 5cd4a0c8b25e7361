import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { SendMessageCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import { workspaceMessage } from '#shared/platform/queues/workspace-message.ts';
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
