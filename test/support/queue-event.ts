import type { SQSEvent } from 'aws-lambda';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { toQueueRecord } from '#local/pumps/queue-message.ts';
import type { LocalCloud, QueueName } from './local-cloud.ts';

type Consumer = (event: SQSEvent) => Promise<{ batchItemFailures: { itemIdentifier: string }[] }>;

/** A batch of one message, as Lambda hands it to a function. */
export function queueEvent(message: unknown, receiveCount = 1): SQSEvent {
  const { MessageId, Attributes } = {
    MessageId: 'message-1',
    Attributes: { ApproximateReceiveCount: String(receiveCount) },
  };
  return { Records: [toQueueRecord({ MessageId, Attributes, Body: JSON.stringify(message) }, 'arn')] };
}

/**
 * Receives batches from a queue and hands them over until nothing is left to receive, as the mapping of the queue does.
 * What failed is visible again at once instead of after its visibility timeout. Gives the number of batches.
 */
export async function handOver(
  { clients: { sqs }, queueArn, queueUrl }: LocalCloud,
  name: QueueName,
  consume: Consumer,
): Promise<number> {
  const QueueUrl = queueUrl(name);
  for (let batches = 0; ; batches += 1) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return batches;
    const { batchItemFailures } = await consume({
      Records: Messages.map((message) => toQueueRecord(message, queueArn(name))),
    });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const { MessageId = '', ReceiptHandle } of Messages) {
      const again = { QueueUrl, ReceiptHandle, VisibilityTimeout: 0 };
      if (failed.has(MessageId)) await sqs.send(new ChangeMessageVisibilityCommand(again));
      else await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}
