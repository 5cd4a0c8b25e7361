import { randomUUID } from 'node:crypto';
import { totalOf } from '#bench/cost/aws-call.ts';
import type { BroadcastRun } from '#bench/cost/broadcast-run.ts';
import type { CountedCall } from '#bench/cost/counted-stack.ts';
import { itemSize } from '#bench/cost/item-size.ts';
import { newRecipient } from '#shared/broadcasts/domain/recipient.ts';
import { toRecipientItem } from '#shared/broadcasts/store/recipient-items.ts';
import { HOUR_SECONDS } from '#shared/platform/core/time-units.ts';
import { marshall } from '#shared/platform/store/attribute-values.ts';
import { type BillLine, callDollars, line, totalDollars } from './bill.ts';
import { ASSUMED, invocationDollars, MESSAGE_PRICES, MONTHLY_PRICES, PRICES } from './price-list.ts';

/** The consumers of a broadcast. Everything else is of its client, or of the start of the broadcast. */
const SENDER = 'send-broadcast-messages';
const RECORDER = 'record-receipt';
const STREAM_CONSUMERS: ReadonlySet<string> = new Set(['project-changes', 'dispatch-event']);

/** Duration of an invocation of `record-receipt`, and its receipts. */
const RECORD_SECONDS = 0.1;
const RECEIPTS_A_RUN = 10;
/** A receipt is sent and deleted on its own, and received with others. */
const QUEUE_CALLS = 2 + 1 / RECEIPTS_A_RUN;

/** DynamoDB adds this to an item and to its entry in an index, which has the keys alone. */
const OVERHEAD_BYTES = 100;
const STORED_MONTHS = 3;

const MILLION = 1e6;

/** Channels with the messages that a number sends per second: the defaults of a stage, and the most of AWS for a short code. */
const CHANNELS = [
  { name: 'in the sandbox', perSecond: 100, price: 0 },
  {
    name: 'by SMS in the United States from a number with one a second',
    perSecond: 1,
    price: MESSAGE_PRICES.textPart + MESSAGE_PRICES.carrierFee,
  },
  {
    name: 'by SMS in the United States from a number with 100 a second',
    perSecond: 100,
    price: MESSAGE_PRICES.textPart + MESSAGE_PRICES.carrierFee,
  },
  { name: 'by WhatsApp without the charges of Meta', perSecond: 80, price: MESSAGE_PRICES.whatsappMessage },
] as const;

/** What broadcasts cost for a million recipients: the platform alone, then everything by channel, with the duration at the quota. */
export function broadcastBills(run: BroadcastRun): Readonly<Record<string, readonly BillLine[]>> {
  const platform = platformLines(run);
  const shared = totalDollars(platform) / MILLION;
  const ofChannels = CHANNELS.map(({ name, perSecond, price }) => {
    const title = `A broadcast to a million recipients in ${durationOf(MILLION / perSecond)}, ${name}: dollars`;
    const lines = [
      line('the platform', 'as above', shared, 1),
      line(SENDER, 'runs all the time, also while it waits', senderDollars(perSecond), 1),
      line('the channel', 'AWS, one part', price, 1),
    ];
    return [title, lines] as const;
  });
  return {
    'Broadcasts, without the waiting of the sender and the price of the channel: dollars per million recipients':
      platform,
    ...Object.fromEntries(ofChannels),
  };
}

function platformLines({ recipients, counted }: BroadcastRun): readonly BillLine[] {
  const callsBy = (operation: string) => counted.calls.filter(({ by }) => by === operation);
  const perRecipient = (count: number) => Number((count / recipients).toFixed(2));
  const describe = (calls: readonly CountedCall[]) => {
    const { reads, writes } = totalOf(calls);
    const items = calls.filter((call) => call.writes > 0).reduce((sum, call) => sum + call.items.length, 0);
    return `${perRecipient(calls.length)} calls, ${perRecipient(items)} items written or checked, ${perRecipient(writes)} write units, ${perRecipient(reads)} read units`;
  };
  const streamed = counted.runs
    .filter(({ operation }) => STREAM_CONSUMERS.has(operation))
    .reduce((sum, { records }) => sum + records, 0);
  const calls = [SENDER, RECORDER].map((operation) => {
    const made = callsBy(operation);
    return line(operation, describe(made), callDollars(made), recipients);
  });
  return [
    ...calls,
    line(
      'receipt queued, received and deleted',
      `${QUEUE_CALLS} calls`,
      QUEUE_CALLS * PRICES.queueRequest,
      1,
    ),
    line(
      `${RECORDER}, invocations`,
      `${RECORD_SECONDS} s for ${RECEIPTS_A_RUN} receipts`,
      invocationDollars(RECORD_SECONDS),
      RECEIPTS_A_RUN,
    ),
    line(
      'stream consumers, invocations',
      `${perRecipient(streamed)} records`,
      (streamed / ASSUMED.streamRecords) * invocationDollars(ASSUMED.streamHundred),
      recipients,
    ),
    storageLine(),
  ];
}

/** The item of a recipient with its entry in the index, until DynamoDB deletes it. */
function storageLine(): BillLine {
  const [id, workspaceId, contactId, messageId] = Array.from({ length: 4 }, () => randomUUID());
  const now = new Date();
  const recipient = newRecipient(
    { id: String(id), workspaceId: String(workspaceId) },
    { contactId: String(contactId), messageId: String(messageId) },
    undefined,
    now,
  );
  const sent = { ...recipient, sentAt: now, provider: 'aws', providerMessageId: randomUUID() };
  const { pk, sk, ownerPk, ownerSk, ...others } = toRecipientItem(sent);
  const index = { pk, sk, ownerPk, ownerSk };
  const stored = Object.entries({ ...index, ...others }).filter(([, value]) => value !== undefined);
  const bytes = itemSize(marshall(Object.fromEntries(stored))) + itemSize(marshall(index));
  const dollars = ((bytes + 2 * OVERHEAD_BYTES) / 1e9) * MONTHLY_PRICES.tableGigabyte * STORED_MONTHS;
  return line('recipient stored for 90 days', `${bytes} bytes with its entry in the index`, dollars, 1);
}

function senderDollars(perSecond: number): number {
  return (ASSUMED.memoryGigabytes * PRICES.lambdaGigabyteSecond) / perSecond;
}

function durationOf(seconds: number): string {
  const hours = seconds / HOUR_SECONDS;
  return hours > 48 ? `${(hours / 24).toFixed(1)} days` : `${hours.toFixed(1)} hours`;
}
