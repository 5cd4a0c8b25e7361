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

/** How long messages are hidden while they are sent on; after a crash they come back by themselves. */
const HIDDEN_SECONDS = 60;

const jobText = v.pipe(v.string(), v.parseJson(), v.object({ endpoint_id: v.string() }));

/** Takes messages further and says which of them may be deleted. */
export type Take = (messages: readonly Message[]) => Promise<readonly Message[]>;

/** About how many messages a queue holds that could be received. */
export async function countWaiting(client: SQSClient, queueUrl: string): Promise<number> {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  );
  return Number(Attributes['ApproximateNumberOfMessages'] ?? 0);
}

/** The queue whose dead letters these are; undefined for a queue that is nobody's. @throws Error if it serves several */
export async function sourceQueueOf(client: SQSClient, queueUrl: string): Promise<string | undefined> {
  const { queueUrls = [] } = await client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: queueUrl }));
  if (queueUrls.length > 1) throw new Error('Several queues have these dead letters: name one with --to');
  return queueUrls[0];
}

/**
 * Takes up to `most` messages out of a queue, each deleted only when it was taken further: a crash between repeats one,
 * which every consumer knows to bear. A message that is not taken is hidden for a minute and then in its place again.
 */
export async function redriveMessages(
  client: SQSClient,
  from: string,
  { most, take }: { readonly most: number; readonly take: Take },
): Promise<{ readonly taken: number; readonly kept: number }> {
  let taken = 0;
  let kept = 0;
  while (taken + kept < most) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: from,
        MaxNumberOfMessages: Math.min(10, most - taken - kept),
        VisibilityTimeout: HIDDEN_SECONDS,
        // A long poll asks every server of the queue, so nothing there means nothing left.
        WaitTimeSeconds: 2,
        MessageSystemAttributeNames: ['MessageGroupId'],
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) break;
    const done = await take(Messages);
    await remove(client, from, done);
    taken += done.length;
    kept += Messages.length - done.length;
  }
  return { taken, kept };
}

/** Sends messages to a queue as they were, each in its fair-queue group. */
export function sendingTo(client: SQSClient, queueUrl: string): Take {
  return async (messages) => {
    await sendAll(client, queueUrl, messages.map(entryOf));
    return messages;
  };
}

function entryOf({ Body = '', Attributes, MessageAttributes }: Message): QueueEntry {
  // A retry that the Scheduler itself laid among the dead letters has no group yet.
  const job = v.safeParse(jobText, Body);
  const group = Attributes?.MessageGroupId ?? (job.success ? job.output.endpoint_id : undefined);
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
    throw new Error(`${Failed.length} messages were sent on but not deleted: they will come once more`);
}
