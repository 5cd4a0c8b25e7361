import { randomUUID } from 'node:crypto';
import { type Conversation, newConversation } from '#shared/messaging/domain/conversation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

/** A new conversation of the sandbox. */
export function aConversation(overrides: Partial<Conversation> = {}): Conversation {
  const identity = {
    id: newId(NOW),
    workspaceId: randomUUID(),
    contactId: newId(NOW),
    platform: 'sandbox' as const,
    phoneNumberId: newId(NOW),
  };
  return { ...newConversation(identity, NOW), ...overrides };
}

/** A conversation with every field set. */
export function aFullConversation(overrides: Partial<Conversation> = {}): Conversation {
  return aConversation({
    platform: 'whatsapp',
    status: 'closed',
    assignedTo: { memberId: newId(NOW), name: 'Jonas Weber' },
    lastMessageAt: secondsAfterNow(3),
    lastReceivedAt: secondsAfterNow(2),
    lastMessage: { id: newId(NOW), direction: 'out', text: 'Your parcel arrives today' },
    closedAt: secondsAfterNow(4),
    revision: 7,
    updatedAt: secondsAfterNow(4),
    ...overrides,
  });
}
