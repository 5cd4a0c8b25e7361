import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { QueuedBody } from './event-routes.ts';

/** The most that SQS accepts in one batch. */
const BATCH = 10;

/** Sends messages to queues in batches. @throws Error if a queue has not accepted one of them */
export function createQueueSender(
  sqs: Pick<SQSClient, 'send'>,
  queueUrl: (name: string) => string,
): (messages: readonly QueuedBody[]) => Promise<void> {
  return async (messages) => {
    for (const [name, ofQueue] of Map.groupBy(messages, ({ queueName }) => queueName))
      for (let from = 0; from < ofQueue.length; from += BATCH) {
        const Entries = ofQueue
          .slice(from, from + BATCH)
          .map(({ body }, index) => ({ Id: String(index), MessageBody: escaped(body) }));
        const { Failed = [] } = await sqs.send(
          new SendMessageBatchCommand({ QueueUrl: queueUrl(name), Entries }),
        );
        if (Failed.length > 0) throw new Error(`${name} did not accept ${Failed.length} messages`);
      }
  };
}

/**
 * The same JSON without characters beyond U+FFFF, such as emoji. SQS accepts them, and the emulator rejects them: the message would be sent
 * again forever.
 */
function escaped(json: string): string {
  return json.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
      .join(''),
  );
}
