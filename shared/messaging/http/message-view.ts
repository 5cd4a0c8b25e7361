import * as v from 'valibot';
import { MESSAGE_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import {
  type Claim,
  CONTENT_TYPES,
  type Message,
  MESSAGE_STATUSES,
  textOf,
} from '#shared/messaging/domain/message.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { created, id, revisionText, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

const template = withTitle(
  'SentTemplate',
  v.object({
    name: withDescription(v.string(), 'Name of the template at WhatsApp'),
    language: withDescription(v.string(), 'Language of the template, such as `en_US`'),
    parameters: withDescription(v.array(v.string()), 'The values of its placeholders, in their order'),
  }),
);

const entries = {
  revision: revisionText,
  id,
  source: withDescription(v.literal('platform'), 'This platform manages the message'),
  conversation_id: withDescription(uuid, 'ID of the conversation'),
  contact_id: withDescription(uuid, 'ID of the contact'),
  platform: withDescription(
    v.picklist(MESSAGE_PLATFORMS),
    'The channel of the message, or `sandbox`, which is no channel',
  ),
  direction: withDescription(
    v.picklist(['in', 'out']),
    '`in` for a message from the contact, `out` for a message to the contact',
  ),
  type: withDescription(
    v.picklist(CONTENT_TYPES),
    'The kind of content; `other` for a message from a contact that has none of these kinds, such as a location',
  ),
  text: withDescription(
    v.nullable(v.string()),
    'The text or the caption; for a template, its name and parameters. Null if there is none',
  ),
  template: withDescription(v.nullable(template), 'The template; null for other types'),
  media_id: withDescription(
    v.nullable(uuid),
    'The file in the media library; null for types without a file, and if a received file could not be stored',
  ),
  status: withDescription(
    v.picklist(MESSAGE_STATUSES),
    '`received` for a message from the contact. A message to the contact is `queued` until a sender claims it, `sending` until the ' +
      'result is known, then `sent`, `delivered`, `read` or `failed`. `unknown` means that the message may have been ' +
      'sent; the platform does not send it again',
  ),
  status_at: withDescription(timestamp, 'When the message reached its status'),
  sent_at: withDescription(
    v.nullable(timestamp),
    'When the channel accepted the message, or when the contact sent it; null before',
  ),
  error_code: withDescription(
    v.nullable(v.string()),
    'Why the message failed, why its result is unknown, or why its last attempt did not send it; null otherwise',
  ),
  provider: withDescription(
    v.nullable(v.string()),
    'The company whose API the message is sent through, such as `aws` or `meta`; null until it is known',
  ),
  provider_message_id: withDescription(
    v.nullable(v.string()),
    'The ID that the provider gave the message; null until it is known',
  ),
  phone_number_id: withDescription(
    v.nullable(uuid),
    'The phone number of the workspace that the message is sent from or was sent to; null where your messaging system sends',
  ),
  created_at: created,
};

const claim = v.object({
  token: withDescription(v.string(), 'Send this value as `claim_token` with reports about the message'),
  until: withDescription(
    timestamp,
    'When the lease ends. Without a report by then, the result of the message is unknown',
  ),
});

/** A message in responses. */
export const messageSchema = withDescription(
  withTitle('Message', v.object(entries)),
  'One message of a conversation. Personal data',
);

/** A message in the response to its claim. */
export const claimedMessageSchema = withDescription(
  withTitle(
    'ClaimedMessage',
    v.object({
      ...entries,
      claim: withDescription(claim, 'Your right to send the message, until the lease ends'),
    }),
  ),
  'A message that you must send now. Personal data',
);

/** The body of every response with a message. */
export const messageResponseSchema = v.object({ data: messageSchema });

/** Converts a message to its representation. */
export function messageView(message: Message): v.InferInput<typeof messageSchema> {
  const { content } = message;
  return {
    revision: String(message.revision),
    id: message.id,
    source: 'platform',
    conversation_id: message.conversationId,
    contact_id: message.contactId,
    platform: message.platform,
    direction: message.direction,
    type: content.type,
    text: textOf(content),
    template:
      content.type === 'template'
        ? { name: content.name, language: content.language, parameters: [...content.parameters] }
        : null,
    media_id: 'mediaId' in content ? content.mediaId : null,
    status: message.status,
    status_at: message.statusAt.toISOString(),
    sent_at: message.sentAt === null ? null : message.sentAt.toISOString(),
    error_code: message.errorCode,
    provider: message.provider,
    provider_message_id: message.providerMessageId,
    phone_number_id: message.phoneNumberId,
    created_at: message.createdAt.toISOString(),
  };
}

/** A response with a message. */
export function messageResponse(status: number, message: Message) {
  return {
    status,
    headers: { ETag: entityTag(String(message.revision)) },
    body: { data: messageView(message) },
  };
}

/** The response to the claim of a message. */
export function claimResponse(message: Message, { token, until }: Claim) {
  const { status, headers, body } = messageResponse(200, message);
  return { status, headers, body: { data: { ...body.data, claim: { token, until: until.toISOString() } } } };
}
