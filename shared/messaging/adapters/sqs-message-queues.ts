import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { SendMessageCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import type { SandboxReceipt } from '#shared/messaging/domain/receipts/sandbox-receipt.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { messageText } from '#shared/platform/queues/message-text.ts';
import { workspaceMessage } from '#shared/platform/queues/workspace-message.ts';

/** The queue of messages to send; a delay is at most 900 s. */
export function createSqsMessageQueue(client: SqsClient, queueUrl: string) {
  return {
    async sendLater(job: ScheduledJob, delaySeconds: number): Promise<void> {
      const message = { QueueUrl: queueUrl, ...workspaceMessage(job), DelaySeconds: delaySeconds };
      await client.send(new SendMessageCommand(message));
    },
  };
}

/** Sends receipts of the sandbox to the queue of receipts. */
export function createSqsSandboxReports(client: SqsClient, queueUrl: string) {
  return async (receipt: SandboxReceipt, delaySeconds: number): Promise<void> => {
    const message = { QueueUrl: queueUrl, MessageBody: messageText(receipt), DelaySeconds: delaySeconds };
    await client.send(new SendMessageCommand(message));
  };
}
