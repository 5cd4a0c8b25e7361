import { setTimeout as wait } from 'node:timers/promises';
import type { SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { SendMessageBatchCommand } from '#packages/lean-aws-client/sqs-commands.ts';

/** Limits of one `SendMessageBatch`: entries, and bytes, well below the 1 MiB of SQS. */
const BATCH_ENTRIES = 10;
const BATCH_BYTES = 900_000;

/** Rounds for entries that SQS reports as failed within a 200 response (docs/failure-histories.md#partial-batches). */
const ROUNDS = 5;
const PAUSE_MS = 50;

/** Concurrent calls. With more, calls would wait for sockets until one times out, and accepted messages would be sent again. */
const BATCHES_AT_ONCE = 8;

/** One message of a batch; the entry id is added when it is sent. */
export type QueueEntry = Omit<SendMessageBatchRequestEntry, 'Id'>;

/** Sends all entries in batches, limited by count and bytes. @throws Error unless SQS accepted all of them */
export async function sendAll(
  client: SqsClient,
  queueUrl: string,
  entries: readonly QueueEntry[],
): Promise<void> {
  let pending: readonly QueueEntry[] = entries;
  for (let round = 1; pending.length > 0; round += 1) {
    if (round > ROUNDS) throw new Error(`SQS did not accept ${pending.length} messages`);
    if (round > 1) await wait(PAUSE_MS * 2 ** round);
    pending = await sendBatches(client, queueUrl, cut(pending));
  }
}

/** Sends all batches, a few at a time, and returns the rejected entries. */
async function sendBatches(
  client: SqsClient,
  queueUrl: string,
  batches: readonly (readonly QueueEntry[])[],
): Promise<QueueEntry[]> {
  const rejected: QueueEntry[] = [];
  for (let start = 0; start < batches.length; start += BATCHES_AT_ONCE) {
    const group = batches.slice(start, start + BATCHES_AT_ONCE);
    rejected.push(...(await Promise.all(group.map((batch) => sendBatch(client, queueUrl, batch)))).flat());
  }
  return rejected;
}

/** Sends one batch and returns the rejected entries. */
async function sendBatch(
  client: SqsClient,
  queueUrl: string,
  batch: readonly QueueEntry[],
): Promise<QueueEntry[]> {
  const Entries = batch.map((entry, index) => ({ ...entry, Id: String(index) }));
  const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  const failed = new Set(Failed.map((failure) => failure.Id));
  return batch.filter((_, index) => failed.has(String(index)));
}

function cut(entries: readonly QueueEntry[]): QueueEntry[][] {
  const batches: QueueEntry[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.MessageBody ?? '');
    const batch = batches.at(-1);
    if (batch && batch.length < BATCH_ENTRIES && bytes + size <= BATCH_BYTES) {
      batch.push(entry);
      bytes += size;
    } else {
      batches.push([entry]);
      bytes = size;
    }
  }
  return batches;
}
