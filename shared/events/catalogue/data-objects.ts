import { described, required } from './field.ts';
import { count, currency, decimal, direction, listOf, messageText, text, timestamp, uuid } from './fields.ts';
import { objectOf } from './object-field.ts';

// Specification, Data objects. Only the id is required in each (R20).
const id = described(required(uuid), 'What the API names it by.');
const currencyCode = described(currency, 'ISO 4217 code, such as `EUR`.');

/** Somebody the workspace talks to. Personal data. */
export const contact = described(
  objectOf({
    id,
    name: described(text, 'Their name.'),
    email: described(text, 'Their e-mail address, as it was entered.'),
    phone: described(text, 'Their phone number, as it was entered.'),
    platform: described(text, 'Where they write from, such as `whatsapp`.'),
    stage: described(text, 'How far they are, in the words of the workspace.'),
    tags: described(listOf(text), 'Names of their tags, the first 100.'),
    created_at: described(timestamp, 'When they became a contact, in UTC.'),
  }),
  'Who it is about. Personal data.',
);

/** Thread of messages with one contact. */
export const conversation = described(
  objectOf({
    id,
    status: described(text, 'What has become of it, such as `open`.'),
  }),
  'The thread of messages with the contact.',
);

/** One message of a conversation. Personal data. */
export const message = described(
  objectOf({
    id,
    text: described(messageText, 'What it says, the first 10,000 characters.'),
    type: described(text, 'What it is, such as `text`.'),
    platform: described(text, 'What it travels on, such as `whatsapp`.'),
    direction: described(direction, '`in` from the contact, `out` to it.'),
    status: described(text, 'How far it is, such as `delivered`.'),
    sent_at: described(timestamp, 'When it was sent, in UTC.'),
    status_at: described(timestamp, 'When it came to `status`, in UTC.'),
    error_code: described(text, 'Why it failed, in the code of its channel; only of one that did.'),
  }),
  'One message. Personal data.',
);

/** Flow that runs by itself for a contact. */
export const automation = described(
  objectOf({
    id,
    name: described(text, 'What the workspace calls it.'),
    builder: described(text, 'What it was built with.'),
  }),
  'A flow that runs by itself.',
);

/** One message to many contacts, with its counts. */
export const broadcast = described(
  objectOf({
    id,
    name: described(text, 'What the workspace calls it.'),
    recipients: described(count, 'Recipients in all.'),
    sent: described(count, 'Of these, reached so far.'),
    failed: described(count, 'Of these, given up so far.'),
  }),
  'One message to many contacts, with its counts at that time.',
);

/** Money a contact paid, or tried to. */
export const payment = described(
  objectOf({
    id,
    provider: described(text, 'Who handled it, such as `stripe`.'),
    amount: described(decimal, 'Amount as a decimal text, such as `59.90`.'),
    currency: currencyCode,
    status: described(text, 'What has become of it, in the words of the provider.'),
    paid_at: described(timestamp, 'When it was paid, in UTC.'),
  }),
  'Money that the contact paid, or tried to.',
);

/** Appointment with a contact. */
export const booking = described(
  objectOf({
    id,
    meeting_type: described(text, 'What was booked, in the words of the workspace.'),
    status: described(text, 'What has become of it, such as `confirmed`.'),
    scheduled_at: described(timestamp, 'When it begins, in UTC.'),
    ends_at: described(timestamp, 'When it ends, in UTC.'),
  }),
  'An appointment with the contact.',
);

/** Order in a connected store. */
export const order = described(
  objectOf({
    id,
    number: described(text, 'What the store calls it.'),
    total: described(decimal, 'Amount as a decimal text, such as `59.90`.'),
    currency: currencyCode,
    status: described(text, 'What has become of it, in the words of the store.'),
    provider: described(text, 'The store it comes from, such as `shopify`.'),
  }),
  'An order in a connected store.',
);
