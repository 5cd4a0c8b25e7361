import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { RecoveryQueue } from '#shared/domain/ports/delivery-queue.ts';
import { messageText } from './message-text.ts';

/** The recovery queue in SQS, fair by endpoint. */
export function createSqsRecoveryQueue(client: SQSClient, queueUrl: string): RecoveryQueue {
  return {
    async send(job) {
      const MessageBody = messageText(job);
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, MessageBody, MessageGroupId: job.endpoint_id }),
      );
    },
  };
}
