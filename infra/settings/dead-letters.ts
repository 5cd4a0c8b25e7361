/** What an operator must know before the messages of a dead-letter queue are sent again. */
export type DeadLetters = {
  /** Whether a redrive is safe, and what must be done before. */
  readonly redrive: string;
  /** What happens twice if the work of a message was done already. */
  readonly repeated: string;
  /** What a redrive costs besides AWS. */
  readonly money: string;
  /** When the messages can be purged instead. */
  readonly purge: string;
};

const NOTHING = 'nothing';
const FREE = 'nothing';
const SWEPT = 'at any time: the sweep queues the work again';
const TICK: DeadLetters = {
  redrive: 'no: each message is a missed minute, and the next minute does its work',
  repeated: NOTHING,
  money: FREE,
  purge: 'always: [missed ticks](missed-ticks.md#first-look) finds the URL of the queue',
};

/** The dead-letter queues by the stem of their logical id: `Delivery` is `DeliveryDeadLetters`. The runbook redrive has them as a table. */
export const DEAD_LETTERS = {
  Delivery: {
    redrive: 'yes, after the error is fixed',
    repeated:
      'nothing that is recorded: a delivery with a final result is skipped. A request without a recorded result is sent again with the same `webhook-id`',
    money: FREE,
    purge: 'at any time within 7 days of the event: the sweep queues the deliveries again, later',
  },
  SlowDelivery: {
    redrive: 'yes, after the error is fixed',
    repeated: 'as in `DeliveryDeadLetters`',
    money: FREE,
    purge: 'as in `DeliveryDeadLetters`',
  },
  Release: {
    redrive: 'yes',
    repeated: NOTHING,
    money: FREE,
    purge: 'always: deferred deliveries resume by themselves within 15 minutes',
  },
  QuarantinedEvents: {
    redrive: 'yes, with the code that can parse them, as above',
    repeated: 'nothing: a delivery that exists is not created again',
    money: FREE,
    purge: 'never: nothing else sends their webhooks',
  },
  Recovery: {
    redrive: 'yes, after the error is fixed',
    repeated: 'nothing: the IDs of its resends are derived, so a repeated step requests the same ones',
    money: FREE,
    purge: 'never: nothing else continues a recovery. The user can start another one',
  },
  Notification: {
    redrive: 'yes, messages of the last day',
    repeated: 'a mail or request about a failing endpoint, if its result was not recorded',
    money: '$0.0001 for each mail',
    purge: 'messages older than a day: they would report failures that are over',
  },
  Publish: {
    redrive: 'yes, after the error is fixed',
    repeated:
      'nothing: an account that has the post is skipped. If a network did not confirm a post, its newest posts are read first',
    money: FREE,
    purge: SWEPT,
  },
  Broadcast: {
    redrive: 'yes, after the error is fixed',
    repeated: 'nothing: a broadcast starts once',
    money: FREE,
    purge: SWEPT,
  },
  Sending: {
    redrive: 'yes, after the error is fixed',
    repeated: 'nothing: each recipient is claimed before the request, and nobody gets two messages',
    money: 'the messages that are still to be sent, within the budget of the broadcast',
    purge: SWEPT,
  },
  Recompute: {
    redrive: 'yes, after the error is fixed',
    repeated: NOTHING,
    money: FREE,
    purge: SWEPT,
  },
  Message: {
    redrive: 'yes, after the error is fixed',
    repeated:
      'nothing: a message is claimed before the request. After a request without a result it stays `unknown` and is never sent again',
    money: 'the price of each message that was not sent yet; a sent one is not billed again',
    purge: SWEPT,
  },
  Receipt: {
    redrive: 'yes, after the error is fixed or the form of the receipt is known',
    repeated: 'nothing: a receipt or an incoming message is recorded once',
    money: FREE,
    purge: 'never: the provider sends them once, and messages of contacts would be lost',
  },
  Calendar: {
    redrive: 'yes, within seven days of the date',
    repeated: 'nothing: a date is announced once',
    money: FREE,
    purge: SWEPT,
  },
  Import: {
    redrive: 'yes, after the error is fixed',
    repeated: 'nothing: an import continues after its last recorded line',
    money: FREE,
    purge: SWEPT,
  },
  Removal: {
    redrive: 'yes, after the error is fixed',
    repeated: 'a request to delete a post that is deleted, which networks answer with 404',
    money: FREE,
    purge: SWEPT,
  },
  Download: {
    redrive: 'yes, after the error is fixed',
    repeated: 'the download of a file that was not stored',
    money: FREE,
    purge: SWEPT,
  },
  QuarantinedChanges: {
    redrive: 'yes, by an invocation of `project-changes`, as above',
    repeated: 'nothing: an audit log entry is written once',
    money: FREE,
    purge: 'never: nothing else writes their audit log entries',
  },
  Visits: {
    redrive: 'yes, within a day of the visits',
    repeated:
      'a visit that was counted before its message failed. Visits are counted once for each message ID, and a redriven message has a new ID',
    money: FREE,
    purge: 'by themselves after a day; the views are then missing in the analytics',
  },
  DeliverySweep: TICK,
  ScheduleSweep: TICK,
  Redaction: TICK,
  SaltDeletion: TICK,
  WorkspaceErasure: TICK,
  WorkspaceExport: TICK,
} as const satisfies Readonly<Record<string, DeadLetters>>;
