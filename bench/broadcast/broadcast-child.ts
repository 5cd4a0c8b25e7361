import { setTimeout as wait } from 'node:timers/promises';
import { totalOf } from '#bench/cost/aws-call.ts';
import { tapSdk } from '#bench/cost/sdk-tap.ts';
import { queueEvent } from '#bench/deliveries/queue-event.ts';
import { consumer } from '#functions/broadcasts/send-broadcast-messages/consumer.ts';
import { build } from '#functions/broadcasts/send-broadcast-messages/index.ts';
import { createDynamoBroadcastRunReader } from '#shared/broadcasts/store/dynamo-broadcast-runs.ts';
import { createDynamoBroadcastReader } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoRecipientReader } from '#shared/broadcasts/store/dynamo-recipient-store.ts';
import type { MessageSender } from '#shared/messaging/ports/message-sender.ts';
import {
  type ConsumerProvisions,
  queueMessages,
  startConsumer,
  writtenMetrics,
} from '#shared/platform/entry/consumer-entry.ts';
import type { BroadcastFigures } from './broadcast-figures.ts';
import { type BroadcastParts, placeOf, startBroadcastParts } from './broadcast-parts.ts';

/**
 * The measured process: it invokes `send-broadcast-messages`, as it is wired in Lambda, until a broadcast has ended, and reports the figures.
 * The provider accepts each message at once, and the number has no limit that would be reached. Run with `--expose-gc`.
 */
const SAMPLE_MS = 20;
const TENTHS = 10;

/** Nothing is sent to queues: receipts are not part of this benchmark. */
const NO_QUEUE = 'http://127.0.0.1:9/none';

const ENVIRONMENT = {
  STAGE: 'bench',
  CORE_TABLE: 'core',
  MEDIA_BUCKET: 'none',
  RECEIPT_QUEUE_URL: NO_QUEUE,
  MESSAGING_CHANNELS: 'none',
  SMS_CONFIGURATION_SET: '',
  SMS_PROTECT_CONFIGURATION: '',
  SMS_MAX_PRICE: '',
  MESSAGE_PRICES: 'sms=0.00813',
  SMS_PER_SECOND: '1000',
  WHATSAPP_PER_SECOND: '80',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
};

process.once('message', (recipients: number) => {
  void measure(recipients).then((figures) => process.send?.(figures, () => process.exit()));
});

async function measure(recipients: number): Promise<BroadcastFigures> {
  const parts = await startBroadcastParts(recipients);
  // One byte for each contact, so that the provider needs no more memory in the course of the run.
  const copies = new Uint8Array(recipients);
  const invoke = startFunction(parts, copies);
  const runs = createDynamoBroadcastRunReader(parts.core);
  const total = { calls: 0, reads: 0, writes: 0 };
  const untap = tapSdk((call) => {
    const { calls, reads, writes } = totalOf([call]);
    total.calls += calls;
    total.reads += reads;
    total.writes += writes;
  });
  let peakRss = 0;
  const sampling = setInterval(() => (peakRss = Math.max(peakRss, process.memoryUsage.rss())), SAMPLE_MS);
  const heapAfterTenths: number[] = [];
  const startedAt = performance.now();
  let made = 0;
  let longest = 0;
  for (;;) {
    const found = await runs.find(parts.workspaceId, parts.broadcastId);
    const due = found?.run.due;
    if (!due) break;
    await wait(Math.max(0, due.at.getTime() - Date.now()));
    const before = performance.now();
    await invoke(due.seq);
    longest = Math.max(longest, performance.now() - before);
    made += 1;
    globalThis.gc?.();
    const reached = Math.floor((TENTHS * sumOf(copies)) / recipients);
    while (heapAfterTenths.length < reached) heapAfterTenths.push(process.memoryUsage().heapUsed);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(sampling);
  untap();
  const counts = await createDynamoRecipientReader(parts.core).readCounts(parts.broadcastId);
  const stored = await createDynamoBroadcastReader(parts.core).find(parts.workspaceId, parts.broadcastId);
  await parts.stop();
  const perRecipient = (value: number) => Number((value / recipients).toFixed(2));
  return {
    recipients,
    sent: sumOf(copies),
    repeated: copies.filter((count) => count > 1).length,
    runs: made,
    longestRunSeconds: Number((longest / 1000).toFixed(1)),
    seconds: Math.round(seconds),
    heapAfterTenths,
    peakRss,
    callsPerRecipient: perRecipient(total.calls),
    writeUnitsPerRecipient: perRecipient(total.writes),
    readUnitsPerRecipient: perRecipient(total.reads),
    state: stored?.state ?? 'gone',
    counted: counts.sent,
  };
}

/** Returns a function that invokes the consumer with the job of this sequence number. */
function startFunction({ client, workspaceId, broadcastId }: BroadcastParts, copies: Uint8Array) {
  const services = {
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    writeMetrics: ignore,
    environment: ENVIRONMENT,
    aws: { environment: ENVIRONMENT, dynamo: client },
  };
  const sms: MessageSender = {
    provider: 'aws',
    async send({ message, to }) {
      copies[placeOf(to)] = (copies[placeOf(to)] ?? 0) + 1;
      return { kind: 'accepted', providerMessageId: `aws-${message.id}` };
    },
  };
  const handler = startConsumer(
    consumer,
    [queueMessages, writtenMetrics],
    (provisions: ConsumerProvisions<typeof consumer>) => build(provisions, { senders: { sms } }),
    services,
  );
  return async (seq: number): Promise<void> => {
    const job = { resource: 'broadcast_run', id: broadcastId, workspaceId, seq, dueAt: Date.now() };
    const { batchItemFailures } = await handler(queueEvent([JSON.stringify(job)]));
    if (batchItemFailures.length > 0) throw new Error('A run has failed');
  };
}

function sumOf(copies: Uint8Array): number {
  return copies.reduce((sum, count) => sum + count, 0);
}

function ignore(): void {
  // The benchmark reads neither log lines nor metrics.
}
