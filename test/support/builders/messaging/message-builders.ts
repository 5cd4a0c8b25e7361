import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import type { StatusNews } from '#shared/messaging/domain/message-progress.ts';
import type { Message, MessageContent } from '#shared/messaging/domain/message.ts';
import {
  type Incoming,
  newIncomingMessage,
  newOutgoingMessage,
} from '#shared/messaging/domain/new-message.ts';
import { derivedId, newId } from '#shared/platform/runtime/ids.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aConversation } from './conversation-builders.ts';

/** A content of each type. */
export const CONTENTS: readonly MessageContent[] = [
  { type: 'text', text: 'Your parcel arrives today' },
  { type: 'template', name: 'parcel_sent', language: 'en_GB', parameters: ['Ada', '42'] },
  { type: 'template', name: 'welcome', language: 'de', parameters: [] },
  { type: 'image', mediaId: '01980000-0000-7000-8000-00000000000a', text: 'The parcel' },
  { type: 'video', mediaId: '01980000-0000-7000-8000-00000000000b', text: null },
  { type: 'audio', mediaId: null, text: null },
  { type: 'document', mediaId: '01980000-0000-7000-8000-00000000000c', text: null },
  { type: 'other', text: null },
];

/** A message to the contact of a conversation, as just sent. */
export function anOutgoingMessage(
  conversation: Conversation = aConversation(),
  overrides: Partial<Message> = {},
): Message {
  const now = overrides.createdAt ?? NOW;
  const content = { type: 'text', text: 'Your parcel arrives today' } as const;
  return { ...newOutgoingMessage(conversation, { id: newId(now), content, now }), ...overrides };
}

/** A message from the contact of a conversation. */
export function anIncomingMessage(
  conversation: Conversation = aConversation(),
  incoming: Partial<Incoming> = {},
  now = NOW,
): Message {
  const sentAt = incoming.sentAt ?? secondsAfterNow(-2, now);
  const providerMessageId = incoming.providerMessageId ?? newId(now);
  const message = {
    id: derivedId(sentAt, `aws ${providerMessageId}`),
    content: { type: 'text', text: 'When does it arrive?' },
    sentAt,
    provider: 'aws',
    providerMessageId,
    ...incoming,
  } as const;
  return newIncomingMessage(conversation, message, now);
}

/** What a provider reports about a message. */
export function someNews(overrides: Partial<StatusNews> = {}): StatusNews {
  return {
    status: 'delivered',
    at: secondsAfterNow(5),
    errorCode: null,
    provider: 'aws',
    providerMessageId: 'provider-message-1',
    ...overrides,
  };
}
