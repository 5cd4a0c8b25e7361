import { required } from './field.ts';
import { count, currency, decimal, direction, listOf, messageText, text, timestamp, uuid } from './fields.ts';
import { objectOf } from './object-field.ts';

// Specification, Data objects. Only the id is required in each (R20).
const id = required(uuid);

/** Somebody the workspace talks to. Personal data. */
export const contact = objectOf({
  id,
  name: text,
  email: text,
  phone: text,
  platform: text,
  stage: text,
  tags: listOf(text),
  created_at: timestamp,
});

/** Thread of messages with one contact. */
export const conversation = objectOf({ id, status: text });

/** One message of a conversation. Personal data. */
export const message = objectOf({
  id,
  text: messageText,
  type: text,
  platform: text,
  direction,
  status: text,
  sent_at: timestamp,
  status_at: timestamp,
  error_code: text,
});

/** Flow that runs by itself for a contact. */
export const automation = objectOf({ id, name: text, builder: text });

/** One message to many contacts, with its counts. */
export const broadcast = objectOf({ id, name: text, recipients: count, sent: count, failed: count });

/** Money a contact paid, or tried to. */
export const payment = objectOf({
  id,
  provider: text,
  amount: decimal,
  currency,
  status: text,
  paid_at: timestamp,
});

/** Appointment with a contact. */
export const booking = objectOf({
  id,
  meeting_type: text,
  status: text,
  scheduled_at: timestamp,
  ends_at: timestamp,
});

/** Order in a connected store. */
export const order = objectOf({ id, number: text, total: decimal, currency, status: text, provider: text });
