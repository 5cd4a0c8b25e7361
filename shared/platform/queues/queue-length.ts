import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { GetQueueAttributesCommand } from '#packages/lean-aws-client/sqs-commands.ts';

const COUNTED = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;

/** The approximate number of messages waiting or in flight. Delayed messages, which are not due yet, are not counted. */
export function createQueueLength(client: SqsClient, ...queueUrls: readonly string[]): () => Promise<number> {
  async function readLength(queueUrl: string): Promise<number> {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: [...COUNTED] }),
    );
    return COUNTED.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
  }

  return async () => (await Promise.all(queueUrls.map(readLength))).reduce((sum, length) => sum + length, 0);
}
