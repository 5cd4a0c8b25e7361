import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { type QueueEntry, sendAll } from '#shared/platform/queues/send-all.ts';

/** Visibility timeout while messages are forwarded; after a crash they become visible again. */
const HIDDEN_SECONDS = 60;

/** A long poll queries all servers of a queue, so an empty response means an empty queue. */
const LONG_POLL_SECONDS = 2;

const jobText = v.pipe(v.string(), v.parseJson(), v.object({ endpointId: v.string() }));

/** Forwards messages and returns those that may be deleted. */
export type Take = (messages: readonly Message[]) => Promise<readonly Message[]>;

type RedriveOptions = {
  readonly most: number;
  readonly take: Take;
  readonly waitSeconds?: number;
};

/** Approximate number of visible messages in a queue. */
export async function countWaiting(client: SQSClient, queueUrl: string): Promise<number> {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  );
  return Number(Attributes['ApproximateNumberOfMessages'] ?? 0);
}

/** The source queue of a dead-letter queue; undefined if it has none. @throws Error if it has several */
export async function sourceQueueOf(client: SQSClient, queueUrl: string): Promise<string | undefined> {
  const { queueUrls = [] } = await client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: queueUrl }));
  if (queueUrls.length > 1) throw new Error('Several queues have this dead-letter queue: set one with --to');
  return queueUrls[0];
}

/**
 * Forwards up to `most` messages of a queue. Each is deleted only after it was forwarded: a crash in between repeats a message,
 * which every consumer tolerates. A message that is not forwarded becomes visible again after a minute.
 */
export async function redriveMessages(
  client: SQSClient,
  from: string,
  { most, take, waitSeconds = LONG_POLL_SECONDS }: RedriveOptions,
): Promise<{ readonly forwarded: number; readonly kept: number }> {
  let forwarded = 0;
  let kept = 0;
  while (forwarded + kept < most) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: from,
        MaxNumberOfMessages: Math.min(10, most - forwarded - kept),
        VisibilityTimeout: HIDDEN_SECONDS,
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['MessageGroupId'],
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) break;
    const done = await take(Messages);
    await remove(client, from, done);
    forwarded += done.length;
    kept += Messages.length - done.length;
  }
  return { forwarded, kept };
}

/** Sends messages to a queue unchanged, each in its fair-queue group. */
export function sendingTo(client: SQSClient, queueUrl: string): Take {
  return async (messages) => {
    await sendAll(client, queueUrl, messages.map(entryOf));
    return messages;
  };
}

function entryOf({ Body = '', Attributes, MessageAttributes }: Message): QueueEntry {
  // A retry that EventBridge Scheduler itself sent to the dead-letter queue has no group yet.
  const job = v.safeParse(jobText, Body);
  const group = Attributes?.MessageGroupId ?? (job.success ? job.output.endpointId : undefined);
  return {
    MessageBody: Body,
    ...(MessageAttributes ? { MessageAttributes } : {}),
    ...(group === undefined ? {} : { MessageGroupId: group }),
  };
}

async function remove(client: SQSClient, from: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  const { Failed = [] } = await client.send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries }));
  if (Failed.length > 0)
    throw new Error(`${Failed.length} messages were forwarded but not deleted: they will be received again`);
}
