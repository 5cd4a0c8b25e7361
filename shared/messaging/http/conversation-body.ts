import * as v from 'valibot';
import * as eventsErrors from '#shared/events/errors.ts';
import { MESSAGE_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { idField } from './id-field.ts';

/** A platform of conversations in bodies and queries. */
export const messagePlatform = v.pipe(
  v.string(),
  v.picklist(
    MESSAGE_PLATFORMS,
    issue(eventsErrors.channel_unknown, `Use one of ${MESSAGE_PLATFORMS.join(', ')}.`),
  ),
);

/** Fields of a new conversation. */
export const newConversationBody = jsonObject({
  contact_id: withDescription(idField, 'The contact to talk to'),
  platform: withDescription(
    messagePlatform,
    'The channel of the conversation, or `sandbox`, which is no channel',
  ),
  phone_number_id: v.optional(
    withDescription(
      idField,
      'The verified phone number to send from on `sms`, `whatsapp` or `sandbox`. By default the only verified one of the platform',
    ),
  ),
});

/** The body of an assignment. */
export const assignmentBody = jsonObject({
  member_id: v.nullable(withDescription(idField, 'The member who answers; null for nobody')),
});

/** Fields that exist only in responses. */
export const READ_ONLY_FIELDS = [
  'id',
  'source',
  'status',
  'assigned_to',
  'last_message_at',
  'last_received_at',
  'last_message',
  'free_text_until',
  'closed_at',
  'created_at',
  'updated_at',
  'revision',
];
