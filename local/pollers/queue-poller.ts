import { ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { createInterruptibleTimer } from '#local/interruptible-timer.ts';
import type { QueueWatch } from '#local/queues/queue-server.ts';
import { createFairLanes } from './fair-lanes.ts';
import { createInFlightMessages, type HeldMessage } from './in-flight-messages.ts';
import { reportedFailures } from './item-failures.ts';
import { toQueueRecord } from './queue-message.ts';

export type QueuePoller = {
  /** Stops receiving and waits at most `patience` milliseconds for running invocations. */
  stop(patience: number): Promise<void>;
};

export type QueuePollerOptions = {
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly watch: QueueWatch;
  readonly visibilitySeconds: number;
  readonly batchSize: number;
  readonly maximumConcurrency: number;
  readonly reportsItemFailures: boolean;
  readonly invoke: (event: SQSEvent) => Promise<unknown>;
  readonly now: () => number;
  readonly log: (message: string) => void;
};

type Waiting = HeldMessage & { readonly record: SQSRecord };

/** Maximum number of messages received ahead. Groups are served fairly only among these, so there are many. */
const MAX_WAITING = 5000;
const MAX_RECEIVED = 10;
const PAUSE_AFTER_ERROR = 500;
/** Longest time in milliseconds between two receives, if a message became visible in a way that the watch does not know. */
const MAX_PAUSE = 5000;

/**
 * The event source mapping of a queue. fauxqs has no fair queues, so messages are received ahead into lanes by group, and
 * batches take from the lanes in turn. In-flight messages are kept invisible. A message that a function reports as failed
 * stays invisible until its timeout ends, because fauxqs would lose it if it became visible at once. A waiting receive would cost
 * fauxqs more CPU time than the poller, so the poller receives only when the watch says that there is a message.
 */
export function startQueuePoller(options: QueuePollerOptions): QueuePoller {
  const { sqs, queueUrl, watch, visibilitySeconds, now, log } = options;
  const lanes = createFairLanes<Waiting>();
  const held = createInFlightMessages(options);
  const timer = createInterruptibleTimer();
  const running = new Set<Promise<void>>();
  let stopping = false;
  let requestsSeen = 0;

  watch.onSent(() => {
    requestsSeen += 1;
    timer.wake();
  });

  async function receiveAll(): Promise<void> {
    while (!stopping) {
      try {
        if (lanes.size >= MAX_WAITING) await timer.wait(PAUSE_AFTER_ERROR);
        else await receive();
      } catch (error) {
        if (!stopping) log(`queue ${queueUrl}: ${String(error)}`);
        await timer.wait(PAUSE_AFTER_ERROR);
      }
    }
  }

  /** Receives once, and waits if nothing is left. */
  async function receive(): Promise<void> {
    const seenBefore = requestsSeen;
    const received = await receiveBatch();
    dispatch();
    if (received === MAX_RECEIVED || requestsSeen !== seenBefore || stopping) return;
    const visibleIn = (watch.nextVisibleAt() ?? Number.POSITIVE_INFINITY) - now();
    if (visibleIn > 0) await timer.wait(Math.min(visibleIn, MAX_PAUSE));
  }

  /** The number of received messages, which wait in lanes. */
  async function receiveBatch(): Promise<number> {
    const askedAt = now();
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: MAX_RECEIVED,
        WaitTimeSeconds: 0,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    for (const message of Messages) {
      const record = toQueueRecord(message, options.queueArn);
      lanes.add(record.attributes.MessageGroupId ?? '', {
        id: record.messageId,
        receipt: record.receiptHandle,
        hiddenUntil: askedAt + visibilitySeconds * 1000,
        record,
      });
    }
    return Messages.length;
  }

  /** Waiting must not increase the receive count: a message that has used half of its visibility timeout gets a new one. */
  async function keepHidden(): Promise<void> {
    const ageing = lanes.all().filter((each) => each.hiddenUntil - now() < (visibilitySeconds * 1000) / 2);
    if (ageing.length === 0) return;
    const lost = await held.extend(ageing);
    lanes.drop((message) => lost.has(message));
  }

  function dispatch(): void {
    while (!stopping && running.size < options.maximumConcurrency && lanes.size > 0) {
      const invocation: Promise<void> = handle(lanes.take(options.batchSize))
        .catch((error: unknown) => log(`queue ${queueUrl}: ${String(error)}`))
        .finally(() => {
          running.delete(invocation);
          dispatch();
        });
      running.add(invocation);
    }
  }

  async function handle(batch: readonly Waiting[]): Promise<void> {
    // A function expects the whole visibility timeout at its start.
    const waited = batch.filter((each) => each.hiddenUntil - now() < visibilitySeconds * 1000 - 1000);
    const lost: ReadonlySet<Waiting> = waited.length > 0 ? await held.extend(waited) : new Set();
    const messages = batch.filter((message) => !lost.has(message));
    if (messages.length === 0) return;
    const result = await options.invoke({ Records: messages.map((message) => message.record) });
    const failures = options.reportsItemFailures
      ? reportedFailures(
          result,
          messages.map((message) => message.id),
        )
      : [];
    if (failures === 'all') return;
    await held.remove(messages.filter((message) => !failures.includes(message.id)));
  }

  const receiving = receiveAll();
  const hiding = setInterval(
    () => void keepHidden().catch((error: unknown) => log(`queue ${queueUrl}: ${String(error)}`)),
    visibilitySeconds * 250,
  );
  return {
    stop: async (patience) => {
      stopping = true;
      clearInterval(hiding);
      timer.wake();
      const deadline = createInterruptibleTimer();
      await Promise.race([Promise.all([receiving, ...running]), deadline.wait(patience)]);
      deadline.wake();
    },
  };
}
