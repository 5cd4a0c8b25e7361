import { type Field, withDescription, required } from './field.ts';
import { count, currency, decimal, direction, listOf, messageText, text, timestamp, uuid } from './fields.ts';
import { objectOf } from './object-field.ts';
import type { RecordType } from './record-type.ts';

// Only `id` is required in each data object (docs/specification/events.md#event-data).
const id = withDescription(required(uuid), 'ID of the object in your messaging system');
const currencyCode = withDescription(currency, 'ISO 4217 code, such as `EUR`');

/** The fields of each object of event data. */
export const OBJECT_FIELDS = {
  contact: {
    id,
    name: withDescription(text, 'Name of the contact'),
    email: withDescription(text, 'Email address of the contact, as it was entered'),
    phone: withDescription(text, 'Phone number of the contact, as it was entered'),
    platform: withDescription(text, 'The messaging service that the contact uses, such as `whatsapp`'),
    stage: withDescription(
      text,
      'The step of the contact in your sales process, such as `lead`; the sender of the event defines the ' +
        'values',
    ),
    tags: withDescription(listOf(text), 'Names of the tags of the contact, at most 100'),
    created_at: withDescription(timestamp, 'When the contact was created, in UTC'),
  },
  conversation: {
    id,
    status: withDescription(text, 'Status of the conversation, such as `open`'),
  },
  message: {
    id,
    text: withDescription(messageText, 'Text of the message, at most 10,000 characters'),
    type: withDescription(text, 'Type of the message, such as `text`'),
    platform: withDescription(
      text,
      'The messaging service that the message is sent through, such as `whatsapp`',
    ),
    direction: withDescription(
      direction,
      '`in` for a message from the contact, `out` for a message to the contact',
    ),
    status: withDescription(text, 'Status of the message, such as `delivered`'),
    sent_at: withDescription(timestamp, 'When the message was sent, in UTC'),
    status_at: withDescription(timestamp, 'When the message reached its `status`, in UTC'),
    error_code: withDescription(text, 'Error code of the channel; only if the message failed'),
  },
  automation: {
    id,
    name: withDescription(text, 'Name of the automation'),
    builder: withDescription(text, 'Name of the tool that the automation was created with'),
  },
  broadcast: {
    id: withDescription(
      required(uuid),
      'ID of the broadcast in this API, or in your messaging system if the API does not manage the broadcast',
    ),
    name: withDescription(text, 'Name of the broadcast'),
    recipients: withDescription(count, 'Total number of recipients'),
    sent: withDescription(count, 'Number of recipients reached so far'),
    failed: withDescription(count, 'Number of recipients to whom sending failed so far'),
  },
  payment: {
    id,
    provider: withDescription(text, 'The payment provider, such as `stripe`'),
    amount: withDescription(decimal, 'Amount as a decimal string, such as `59.90`'),
    currency: currencyCode,
    status: withDescription(text, 'Status of the payment, as defined by the provider'),
    paid_at: withDescription(timestamp, 'When the payment was made, in UTC'),
  },
  booking: {
    id,
    meeting_type: withDescription(text, 'The type of meeting, as defined by the workspace'),
    status: withDescription(text, 'Status of the booking, such as `confirmed`'),
    scheduled_at: withDescription(timestamp, 'When the meeting starts, in UTC'),
    ends_at: withDescription(timestamp, 'When the meeting ends, in UTC'),
  },
  order: {
    id,
    number: withDescription(text, 'Order number in the store'),
    total: withDescription(decimal, 'Amount as a decimal string, such as `59.90`'),
    currency: currencyCode,
    status: withDescription(text, 'Status of the order, as defined by the store'),
    provider: withDescription(text, 'The store system of the order, such as `shopify`'),
  },
} as const satisfies Readonly<Record<RecordType, Readonly<Record<string, Field>>>>;

/** A contact of the workspace. Personal data. */
export const contact = withDescription(
  objectOf(OBJECT_FIELDS.contact),
  'The contact that the event is about. Contains personal data',
);

/** A conversation with one contact. */
export const conversation = withDescription(
  objectOf(OBJECT_FIELDS.conversation),
  'The conversation with the contact',
);

/** One message of a conversation. Personal data. */
export const message = withDescription(
  objectOf(OBJECT_FIELDS.message),
  'One message. Contains personal data',
);

/** A workflow that runs automatically for a contact. */
export const automation = withDescription(
  objectOf(OBJECT_FIELDS.automation),
  'A workflow that runs automatically',
);

/** One message to many contacts, with its counters. */
export const broadcast = withDescription(
  objectOf(OBJECT_FIELDS.broadcast),
  'One message to many contacts, with its counters at the time of the event',
);

/** A payment by a contact, successful or not. */
export const payment = withDescription(
  objectOf(OBJECT_FIELDS.payment),
  'A payment by the contact, successful or not',
);

/** An appointment with a contact. */
export const booking = withDescription(objectOf(OBJECT_FIELDS.booking), 'An appointment with the contact');

/** An order in a connected store. */
export const order = withDescription(objectOf(OBJECT_FIELDS.order), 'An order in a connected store');
