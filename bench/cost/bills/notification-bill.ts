import { type BillLine, line } from './bill.ts';
import { ASSUMED, invocationDollars, PRICES } from './price-list.ts';

/** Messages of one invocation of `send-notification`. */
const MESSAGES = 10;

/** Duration of an invocation whose messages need no notification, in seconds. */
const QUIET_SECONDS = 0.03;

/** A message is sent and deleted on its own, and received with others. */
const QUEUE_CALLS = 2 + 1 / MESSAGES;

/** Write units of one item in a transaction. */
const TRANSACTION_UNITS = 2;

/**
 * The bills of notifications in dollars per million final failures and per million notifications, computed. A delivery that does not
 * become `failed` has no line here.
 */
export function notificationBills(): Readonly<Record<string, readonly BillLine[]>> {
  const message = line(
    'message queued, received and deleted',
    `${QUEUE_CALLS} calls`,
    QUEUE_CALLS * (PRICES.queueRequest + PRICES.fairQueueRequest),
    1,
  );
  return {
    'Final failures in workspaces without notification targets, one a minute and container, computed: dollars per million':
      [line('targets read', 'half a read unit', PRICES.readUnit / 2, 1)],
    'Final failures in a quiet hour of a target, computed: dollars per million': [
      message,
      line('targets and limit read', '1.5 read units', 1.5 * PRICES.readUnit, 1),
      line(
        'send-notification',
        `an invocation of ${QUIET_SECONDS} s for ${MESSAGES} messages`,
        invocationDollars(QUIET_SECONDS),
        MESSAGES,
      ),
    ],
    'Rotations of a secret, only the notice about their end, computed: dollars per million': [
      line('notice planned in the transaction', '4 write units', 2 * TRANSACTION_UNITS * PRICES.writeUnit, 1),
      message,
      line('endpoint and targets read', '1.5 read units', 1.5 * PRICES.readUnit, 1),
      line('notice taken out of the index', '2 write units', 2 * PRICES.writeUnit, 1),
      line(
        'send-notification',
        `an invocation of ${QUIET_SECONDS} s for ${MESSAGES} messages`,
        invocationDollars(QUIET_SECONDS),
        MESSAGES,
      ),
    ],
    'Mails of notifications, in addition to the notifications, computed: dollars per million': [
      line('sent by SES', '1 mail', PRICES.mail, 1),
      line('secret of the link decrypted', '1 call', PRICES.keyRequest, 1),
    ],
    'Notifications, computed: dollars per million': [
      message,
      line('targets, limit and endpoint read', '2.5 read units', 2.5 * PRICES.readUnit, 1),
      line(
        'recorded with its limit',
        'a transaction of two items',
        2 * TRANSACTION_UNITS * PRICES.writeUnit,
        1,
      ),
      line('index entry written and removed', '2 write units', 2 * PRICES.writeUnit, 1),
      line('result recorded', '1 write unit', PRICES.writeUnit, 1),
      line('secret decrypted', '1 call', PRICES.keyRequest, 1),
      line(
        'send-notification',
        `an invocation of ${ASSUMED.deliverBatch} s`,
        invocationDollars(ASSUMED.deliverBatch),
        1,
      ),
    ],
  };
}
