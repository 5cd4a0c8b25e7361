/** A status of a message that the provider reports. */
export type ReportedStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** A report of the provider, some milliseconds after it accepted the message. */
export type PlannedReceipt = { readonly status: ReportedStatus; readonly afterMs: number };

/** How the provider responds to the request that sends a message. */
export type SendAnswer =
  | 'accepts'
  /** Accepts the message and resets the connection: the sender does not learn that the message was accepted. */
  | 'accepts-and-resets'
  /** Accepts the message, and publishes its receipts before it responds. */
  | 'accepts-after-receipts'
  | 'throttles'
  | 'opted-out'
  | 'rejects'
  | 'breaks';

/** A way in which messages to a phone number end. */
export type Behaviour = {
  readonly name: string;
  /** The last two digits of the phone numbers that behave like this; null for all others. */
  readonly ending: string | null;
  readonly description: string;
  readonly answer: SendAnswer;
  readonly receipts: readonly PlannedReceipt[];
};

const DELIVERED: readonly PlannedReceipt[] = [
  { status: 'sent', afterMs: 50 },
  { status: 'delivered', afterMs: 150 },
];

/** How often a recipient with the behaviour `throttled` is throttled before its message is accepted. */
export const THROTTLED_TIMES = 2;

const USUAL: Behaviour = {
  name: 'delivered',
  ending: null,
  description: 'The message is sent and delivered.',
  answer: 'accepts',
  receipts: DELIVERED,
};

/** All behaviours; the guide of the phones lists them. */
export const BEHAVIOURS: readonly Behaviour[] = [
  USUAL,
  {
    name: 'failed',
    ending: '80',
    description: 'The message is accepted, and a receipt says that the phone cannot be reached.',
    answer: 'accepts',
    receipts: [
      { status: 'sent', afterMs: 50 },
      { status: 'failed', afterMs: 150 },
    ],
  },
  {
    name: 'slow',
    ending: '81',
    description: 'The receipts arrive after 10 and 15 seconds.',
    answer: 'accepts',
    receipts: [
      { status: 'sent', afterMs: 10_000 },
      { status: 'delivered', afterMs: 15_000 },
    ],
  },
  {
    name: 'silent',
    ending: '82',
    description: 'The message is accepted, and no receipt arrives.',
    answer: 'accepts',
    receipts: [],
  },
  {
    name: 'opted-out',
    ending: '83',
    description: 'The number is in the opt-out list of AWS. For WhatsApp, a receipt says so.',
    answer: 'opted-out',
    receipts: [],
  },
  {
    name: 'throttled',
    ending: '84',
    description: `The first ${THROTTLED_TIMES} requests are throttled; the message of the next one is delivered.`,
    answer: 'throttles',
    receipts: DELIVERED,
  },
  {
    name: 'reset',
    ending: '85',
    description: 'The message is accepted and delivered, but the connection is reset before the response.',
    answer: 'accepts-and-resets',
    receipts: DELIVERED,
  },
  {
    name: 'lost',
    ending: '86',
    description: 'The message is accepted, the connection is reset, and no receipt arrives.',
    answer: 'accepts-and-resets',
    receipts: [],
  },
  {
    name: 'repeated',
    ending: '87',
    description: 'The receipts arrive twice and in the wrong order.',
    answer: 'accepts',
    receipts: [
      { status: 'delivered', afterMs: 50 },
      { status: 'sent', afterMs: 60 },
      { status: 'delivered', afterMs: 70 },
      { status: 'sent', afterMs: 150 },
    ],
  },
  {
    name: 'read',
    ending: '88',
    description: 'The message is delivered, and read where the channel reports it.',
    answer: 'accepts',
    receipts: [...DELIVERED, { status: 'read', afterMs: 400 }],
  },
  {
    name: 'early',
    ending: '89',
    description: 'The receipts are published before the response to the request.',
    answer: 'accepts-after-receipts',
    receipts: [
      { status: 'sent', afterMs: 0 },
      { status: 'delivered', afterMs: 0 },
    ],
  },
  {
    name: 'rejected',
    ending: '90',
    description: 'The request is rejected, because the number does not exist.',
    answer: 'rejects',
    receipts: [],
  },
  {
    name: 'broken',
    ending: '91',
    description: 'The request fails with an internal error, and the message is not accepted.',
    answer: 'breaks',
    receipts: [],
  },
];

/** The behaviour with this name. @throws Error if there is none */
export function behaviourNamed(name: string): Behaviour {
  const found = BEHAVIOURS.find((each) => each.name === name);
  if (!found) throw new Error(`There is no behaviour ${name}`);
  return found;
}

/** The behaviour of the phone with this number. */
export function behaviourOf(phone: string): Behaviour {
  return BEHAVIOURS.find(({ ending }) => ending !== null && phone.endsWith(ending)) ?? USUAL;
}
