import * as v from 'valibot';
import { fromUnits } from '#shared/broadcasts/domain/price.ts';
import { RECIPIENT_STATUSES } from '#shared/broadcasts/domain/recipient-machine.ts';
import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import { count, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/** A recipient in responses. */
export const recipientSchema = withDescription(
  withTitle(
    'BroadcastRecipient',
    v.object({
      contact_id: withDescription(uuid, 'ID of the contact. It may have been deleted since'),
      message_id: withDescription(uuid, 'ID of the message in events. No operation accepts it'),
      status: withDescription(v.picklist(RECIPIENT_STATUSES), 'Status of the message to the contact'),
      status_at: withDescription(timestamp, 'When the recipient got this status'),
      reason: withDescription(
        v.nullable(v.string()),
        'Why the recipient was skipped, why the message failed, why its result is unknown, or why the last attempt failed; otherwise null',
      ),
      sent_at: withDescription(v.nullable(timestamp), 'When the channel accepted the message; null before'),
      attempts: withDescription(count, 'How often the platform tried to send the message'),
      provider: withDescription(
        v.nullable(v.string()),
        'Company whose API the message is sent through; null until there is a result',
      ),
      provider_message_id: withDescription(
        v.nullable(v.string()),
        'ID of the message at the provider; null until the provider accepts it',
      ),
      price: withDescription(
        v.object({ amount: withDescription(v.string(), 'Dollars, as a decimal number in a string') }),
        'What the message costs at the prices of the installation; 0 until it is claimed, and if it was certainly not sent',
      ),
    }),
  ),
  'A contact of the audience of a broadcast that the platform sends, with the result',
);

/** Converts a recipient to its representation. */
export function recipientView(recipient: Recipient): v.InferInput<typeof recipientSchema> {
  return {
    contact_id: recipient.contactId,
    message_id: recipient.messageId,
    status: recipient.status,
    status_at: recipient.statusAt.toISOString(),
    reason: recipient.reason,
    sent_at: recipient.sentAt && recipient.sentAt.toISOString(),
    attempts: recipient.attempts,
    provider: recipient.provider,
    provider_message_id: recipient.providerMessageId,
    price: { amount: fromUnits(recipient.price) },
  };
}
