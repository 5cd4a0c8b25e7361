import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { messageText } from './message-text.ts';

/** Parks a value whole on a queue that people look at (H6): an on-failure destination would keep only its address. */
export function createQueuePark(client: SQSClient, queueUrl: string): (value: unknown) => Promise<void> {
  return async (value) => {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: messageText(value) }));
  };
}
