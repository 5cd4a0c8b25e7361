import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** A message this process has received: hidden from others until `hiddenUntil`. */
export type HeldMessage = {
  readonly id: string;
  readonly receipt: string;
  hiddenUntil: number;
};

/** Actions of a batch call, and tries for the ones it answers as failed. */
const MAX_ENTRIES = 10;
const MAX_TRIES = 3;

export type InFlightMessages = {
  /** Hides them for the full visibility timeout from now; answers those that are not ours any more. */
  extend<Held extends HeldMessage>(messages: readonly Held[]): Promise<ReadonlySet<Held>>;
  /** Removes handled messages from the queue; what cannot be removed comes back and is logged. */
  remove(messages: readonly HeldMessage[]): Promise<void>;
};

export function createInFlightMessages(options: {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly visibilitySeconds: number;
  readonly now: () => number;
  readonly log: (message: string) => void;
}): InFlightMessages {
  const { sqs, queueUrl, visibilitySeconds, now, log } = options;

  async function extend<Held extends HeldMessage>(messages: readonly Held[]): Promise<ReadonlySet<Held>> {
    const lost = new Set<Held>();
    for (const chunk of chunksOf(messages)) {
      const answer = await sqs.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: queueUrl,
          Entries: chunk.map((message, index) => ({
            Id: String(index),
            ReceiptHandle: message.receipt,
            VisibilityTimeout: visibilitySeconds,
          })),
        }),
      );
      const failed = new Set(answer.Failed?.map((entry) => entry.Id));
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
    const answer = await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: chunk.map((message, index) => ({ Id: String(index), ReceiptHandle: message.receipt })),
      }),
    );
    const failed = new Set(answer.Failed?.map((entry) => entry.Id));
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
