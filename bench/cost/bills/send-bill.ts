import { type BillLine, line } from './bill.ts';
import { invocationDollars, MESSAGE_PRICES, PRICES } from './price-list.ts';

/** Messages of one invocation of `deliver-message` and `record-receipt`. */
const MESSAGES = 10;

/** Durations of an invocation in seconds: the requests to AWS run at a time, and writes follow them. */
const DELIVER_SECONDS = 0.4;
const RECORD_SECONDS = 0.1;

/** A message is sent and deleted on its own, and received with others. */
const QUEUE_CALLS = 2 + 1 / MESSAGES;

/** AWS reports a status by a notification of SNS and by an event, both of which are messages of the queue. */
const RECEIPTS = 2;

/**
 * The bills of sending in dollars per million messages: the price of AWS, beside what queues and functions of the platform cost. Reads and
 * writes of items are measured (`message-bill.ts`).
 */
export function sendBills(): Readonly<Record<string, readonly BillLine[]>> {
  const platform = [
    line(
      'job queued, received and deleted',
      `${QUEUE_CALLS} calls`,
      QUEUE_CALLS * (PRICES.queueRequest + PRICES.fairQueueRequest),
      1,
    ),
    line(
      'deliver-message',
      `an invocation of ${DELIVER_SECONDS} s for ${MESSAGES} messages`,
      invocationDollars(DELIVER_SECONDS),
      MESSAGES,
    ),
    line('receipts published', '1 notification', MESSAGE_PRICES.notification, 1),
    line(
      'receipts queued, received and deleted',
      `${RECEIPTS} messages`,
      RECEIPTS * QUEUE_CALLS * PRICES.queueRequest,
      1,
    ),
    line(
      'record-receipt',
      `an invocation of ${RECORD_SECONDS} s for ${MESSAGES} receipts`,
      RECEIPTS * invocationDollars(RECORD_SECONDS),
      MESSAGES,
    ),
  ];
  return {
    'Text messages of one part to the United States, computed: dollars per million': [
      line('AWS: the part', '1 part', MESSAGE_PRICES.textPart, 1),
      line('AWS: fee of the carrier', '1 part', MESSAGE_PRICES.carrierFee, 1),
      ...platform,
    ],
    'WhatsApp messages within 24 hours of a message of the contact, computed: dollars per million': [
      line('AWS: the message', '1 message', MESSAGE_PRICES.whatsappMessage, 1),
      ...platform,
    ],
    'Messages of the sandbox, computed: dollars per million': platform.filter(
      ({ component }) => component !== 'receipts published',
    ),
  };
}
