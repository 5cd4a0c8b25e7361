import * as v from 'valibot';
import {
  CONVERSATION_STATUSES,
  type Conversation,
  LAST_TEXT_LIMIT,
} from '#shared/messaging/domain/conversation.ts';
import { MESSAGE_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { type Message, MESSAGE_STATUSES } from '#shared/messaging/domain/message.ts';
import { freeTextUntil } from '#shared/messaging/domain/new-message.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { created, id, revisionText, timestamp, updated, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

const assignee = v.object({
  id: withDescription(uuid, 'ID of the member'),
  name: withDescription(v.string(), 'Name of the member when the conversation was assigned'),
});

const lastMessage = withTitle(
  'LastMessage',
  v.object({
    text: withDescription(
      v.nullable(v.string()),
      `The beginning of the text of the message, at most ${LAST_TEXT_LIMIT} characters (Unicode code points). It ends between two characters ` +
        'as people see them. Null if the message has no text, such as a picture without a caption',
    ),
    direction: withDescription(
      v.picklist(['in', 'out']),
      '`in` for a message from the contact, `out` for a message to the contact',
    ),
    status: withDescription(
      v.picklist(MESSAGE_STATUSES),
      'The status of the message, as `getMessage` returns it. It changes without the revision of the conversation',
    ),
    at: withDescription(timestamp, 'The time of the message, as `last_message_at`'),
  }),
);

/** A conversation in responses. */
export const conversationSchema = withDescription(
  withTitle(
    'Conversation',
    v.object({
      revision: revisionText,
      id,
      source: withDescription(v.literal('platform'), 'This platform manages the conversation'),
      contact_id: withDescription(uuid, 'ID of the contact'),
      platform: withDescription(
        v.picklist(MESSAGE_PLATFORMS),
        'The channel of the conversation, or `sandbox`, which is no channel',
      ),
      phone_number_id: withDescription(
        v.nullable(uuid),
        'The phone number of the workspace that the conversation uses; null where your messaging system sends',
      ),
      status: withDescription(v.picklist(CONVERSATION_STATUSES), 'A closed conversation accepts no messages'),
      assigned_to: withDescription(v.nullable(assignee), 'The member who answers; null for nobody'),
      last_message_at: withDescription(
        v.nullable(timestamp),
        'Time of the newest message in either direction; null if there is none',
      ),
      last_received_at: withDescription(
        v.nullable(timestamp),
        'Time of the newest message from the contact; null if there is none',
      ),
      last_message: withDescription(
        v.nullable(lastMessage),
        'The newest message in either direction. Null if there is none, if it was erased, and until the next message of a conversation ' +
          'whose last message is older than this field. Personal data',
      ),
      free_text_until: withDescription(
        v.nullable(timestamp),
        'Until when WhatsApp accepts messages that are not templates: 24 hours after the last message from the contact. Null before the ' +
          'first message, and on other platforms',
      ),
      closed_at: withDescription(
        v.nullable(timestamp),
        'When the conversation was closed; null if it is open',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'The messages between the workspace and one contact on one platform',
);

/** The body of every response with a conversation. */
export const conversationResponseSchema = v.object({ data: conversationSchema });

/**
 * Converts a conversation to its representation.
 * @param sent the last message of the conversation, if it is a message to the contact (`readSentMessage`)
 */
export function conversationView(
  conversation: Conversation,
  sent: Message | undefined,
): v.InferInput<typeof conversationSchema> {
  const { assignedTo } = conversation;
  return {
    revision: conversationRevision(conversation),
    id: conversation.id,
    source: 'platform',
    contact_id: conversation.contactId,
    platform: conversation.platform,
    phone_number_id: conversation.phoneNumberId,
    status: conversation.status,
    assigned_to: assignedTo && { id: assignedTo.memberId, name: assignedTo.name },
    last_message_at: textOf(conversation.lastMessageAt),
    last_received_at: textOf(conversation.lastReceivedAt),
    last_message: lastMessageView(conversation, sent),
    free_text_until: textOf(freeTextUntil(conversation)),
    closed_at: textOf(conversation.closedAt),
    created_at: conversation.createdAt.toISOString(),
    updated_at: conversation.updatedAt.toISOString(),
  };
}

/** The revision of a conversation for `If-Match`. */
export function conversationRevision({ revision }: Conversation): string {
  return String(revision);
}

/** A response with a conversation, and with its last message if it is a message to the contact. */
export function conversationResponse(status: number, conversation: Conversation, sent: Message | undefined) {
  return {
    status,
    headers: { ETag: entityTag(conversationRevision(conversation)) },
    body: { data: conversationView(conversation, sent) },
  };
}

function lastMessageView(
  { lastMessage: last, lastMessageAt }: Conversation,
  sent: Message | undefined,
): v.InferInput<typeof lastMessage> | null {
  if (last === null || lastMessageAt === null) return null;
  const { direction, text } = last;
  // A message from the contact has one status for ever. One to the contact that is missing is being erased.
  const status = direction === 'in' ? 'received' : sent?.status;
  return status === undefined ? null : { text, direction, status, at: lastMessageAt.toISOString() };
}

function textOf(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
