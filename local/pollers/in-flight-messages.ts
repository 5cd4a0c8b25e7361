import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** A message that this process received: invisible to other consumers until `hiddenUntil`. */
export type HeldMessage = {
  readonly id: string;
  readonly receipt: string;
  hiddenUntil: number;
};

/** Entries per batch call, and maximum attempts for entries that fail. */
const MAX_ENTRIES = 10;
const MAX_TRIES = 3;

export type InFlightMessages = {
  /** Restarts the visibility timeout; returns the messages that no longer belong to this process. */
  extend<Held extends HeldMessage>(messages: readonly Held[]): Promise<ReadonlySet<Held>>;
  /** Deletes handled messages; a message that cannot be deleted is logged and becomes visible again. */
  remove(messages: readonly HeldMessage[]): Promise<void>;
};

export function createInFlightMessages(options: {
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly queueUrl: string;
  readonly visibilitySeconds: number;
  readonly now: () => number;
  readonly log: (message: string) => void;
}): InFlightMessages {
  const { sqs, queueUrl, visibilitySeconds, now, log } = options;

  async function extend<Held extends HeldMessage>(messages: readonly Held[]): Promise<ReadonlySet<Held>> {
    const lost = new Set<Held>();
    for (const chunk of chunksOf(messages)) {
      const response = await sqs.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: queueUrl,
          Entries: chunk.map((message, index) => ({
            Id: String(index),
            ReceiptHandle: message.receipt,
            VisibilityTimeout: visibilitySeconds,
          })),
        }),
      );
      const failed = new Set(response.Failed?.map((entry) => entry.Id));
      for (const [index, message] of chunk.entries())
        if (failed.has(String(index))) lost.add(message);
        else message.hiddenUntil = now() + visibilitySeconds * 1000;
    }
    return lost;
  }

  async function remove(messages: readonly HeldMessage[]): Promise<void> {
    for (const chunk of chunksOf(messages)) {
      let left: readonly HeldMessage[] = chunk;
      for (let attempt = 1; left.length > 0 && attempt <= MAX_TRIES; attempt++)
        left = await removeChunk(left);
      if (left.length > 0) log(`queue ${queueUrl}: ${left.length} handled messages could not be deleted`);
    }
  }

  async function removeChunk(chunk: readonly HeldMessage[]): Promise<readonly HeldMessage[]> {
    const response = await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: chunk.map((message, index) => ({ Id: String(index), ReceiptHandle: message.receipt })),
      }),
    );
    const failed = new Set(response.Failed?.map((entry) => entry.Id));
    return chunk.filter((_message, index) => failed.has(String(index)));
  }

  return { extend, remove };
}

function chunksOf<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  for (let start = 0; start < items.length; start += MAX_ENTRIES)
    chunks.push(items.slice(start, start + MAX_ENTRIES));
  return chunks;
}
