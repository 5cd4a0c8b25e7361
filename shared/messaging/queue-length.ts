import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

const COUNTED = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;

/** About how many messages wait in a queue or are being worked on; delayed ones, which are not due yet, do not count. */
export function createQueueLength(client: SQSClient, queueUrl: string): () => Promise<number> {
  return async () => {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: [...COUNTED] }),
    );
    return COUNTED.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
  };
}
