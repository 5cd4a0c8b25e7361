import { setTimeout as wait } from 'node:timers/promises';
import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** Limits of one `SendMessageBatch`: entries, and bytes kept well under the 1 MiB of SQS. */
const BATCH_ENTRIES = 10;
const BATCH_BYTES = 900_000;

/** Rounds for entries that SQS answers as failed inside a 200 (H5). */
const ROUNDS = 5;
const PAUSE_MS = 50;

/** Calls under way: more would wait for sockets until one times out, and all that was taken be sent again. */
const BATCHES_AT_ONCE = 8;

export type QueueEntry = Omit<SendMessageBatchRequestEntry, 'Id'>;

/** Sends every entry, in batches cut by count and bytes (H13). @throws Error unless SQS took all of them */
export async function sendAll(
  client: SQSClient,
  queueUrl: string,
  entries: readonly QueueEntry[],
): Promise<void> {
  let pending: readonly QueueEntry[] = entries;
  for (let round = 1; pending.length > 0; round += 1) {
    if (round > ROUNDS) throw new Error(`${pending.length} messages were not taken by the queue`);
    if (round > 1) await wait(PAUSE_MS * 2 ** round);
    pending = await sendBatches(client, queueUrl, cut(pending));
  }
}

/** Sends all batches, a few at a time, and gives back what was not taken. */
async function sendBatches(
  client: SQSClient,
  queueUrl: string,
  batches: readonly (readonly QueueEntry[])[],
): Promise<QueueEntry[]> {
  const left: QueueEntry[] = [];
  for (let start = 0; start < batches.length; start += BATCHES_AT_ONCE) {
    const group = batches.slice(start, start + BATCHES_AT_ONCE);
    left.push(...(await Promise.all(group.map((batch) => sendBatch(client, queueUrl, batch)))).flat());
  }
  return left;
}

/** Sends one batch and gives back what was not taken. */
async function sendBatch(
  client: SQSClient,
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
