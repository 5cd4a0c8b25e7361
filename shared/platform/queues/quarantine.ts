import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { messageText } from './message-text.ts';

/** SQS takes 1 MiB; what is larger is quarantined by its keys, under which the item itself is kept. */
const MAX_BYTES = 1_000_000;

/** Parks a stream record whole on a queue that people look at (H6): a failure destination would keep only its address. */
export function createQuarantine(
  client: SQSClient,
  queueUrl: string,
): (record: DynamoDBRecord) => Promise<void> {
  return async (record) => {
    const whole = messageText(record);
    const { Keys, SequenceNumber } = record.dynamodb ?? {};
    const MessageBody =
      whole.length <= MAX_BYTES ? whole : messageText({ ...record, dynamodb: { Keys, SequenceNumber } });
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
  };
}
