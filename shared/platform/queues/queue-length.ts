import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

const COUNTED = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;

/** About how many messages wait in the queues or are being worked on; delayed ones, which are not due yet, do not count. */
export function createQueueLength(client: SQSClient, ...queueUrls: readonly string[]): () => Promise<number> {
  async function lengthOf(queueUrl: string): Promise<number> {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: [...COUNTED] }),
    );
    return COUNTED.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
  }

  return async () => (await Promise.all(queueUrls.map(lengthOf))).reduce((sum, length) => sum + length, 0);
}
