import type { DynamoDBRecord } from 'aws-lambda';
import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { SendMessageCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import { messageText } from './message-text.ts';

/** Maximum size in bytes, below the 1 MiB of SQS. Of a larger record only the keys are sent; the item itself is still in the table. */
const MAX_BYTES = 1_000_000;

/**
 * Quarantines a complete stream record in a queue for operators (docs/failure-histories.md#stream-outage). A failure
 * destination would receive only its position in the stream.
 */
export function createQuarantine(
  client: SqsClient,
  queueUrl: string,
): (record: DynamoDBRecord) => Promise<void> {
  return async (record) => {
    const full = messageText(record);
    const { Keys, SequenceNumber } = record.dynamodb ?? {};
    const MessageBody =
      full.length <= MAX_BYTES ? full : messageText({ ...record, dynamodb: { Keys, SequenceNumber } });
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
  };
}
