import type { VisitQueue } from '#shared/biolinks/ports/visit-queue.ts';
import { messageText } from '#shared/platform/queues/message-text.ts';
import { createSqsClient } from '#shared/platform/runtime/aws/aws-clients.ts';
import { SendMessageCommand } from '#shared/platform/runtime/aws/sqs-commands.ts';
import type { BoundQueue } from '#shared/platform/runtime/bound-queue.ts';

/** The queue of `count-visits`. Its messages expire within a day, also those that it cannot handle. */
export function createSqsVisitQueue({ url, environment }: BoundQueue): VisitQueue {
  const client = createSqsClient(environment);
  return {
    async send(visit) {
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: messageText(visit) }));
    },
  };
}
