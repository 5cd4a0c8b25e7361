import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { SendMessageCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import type { VisitQueue } from '#shared/biolinks/ports/visit-queue.ts';
import { messageText } from '#shared/platform/queues/message-text.ts';

/** The queue of `count-visits`. Its messages expire within a day, also those that it cannot handle. */
export function createSqsVisitQueue(client: SqsClient, url: string): VisitQueue {
  return {
    async send(visit) {
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: messageText(visit) }));
    },
  };
}
