import type { Erasable, ErasedContact } from '#shared/events/ports/erasable.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { withoutLastMessage } from '#shared/messaging/domain/conversation.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { type MemoryCore, withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { placeOfReceipts } from './memory-receipt-store.ts';

/** Erases conversations and messages of a memory core. */
export function createMemoryConversationEraser(core: MemoryCore): Erasable<ErasedContact> {
  const { contacts, conversations, messages, receipts } = core;

  function remove(place: string, { provider, providerMessageId }: Message): void {
    messages.delete(place);
    if (provider !== null && providerMessageId !== null)
      receipts.delete(placeOfReceipts(provider, providerMessageId));
  }

  return {
    async erase({ workspaceId, contact, requestedAt }, hasTime) {
      for (const [place, conversation] of conversations) {
        const { id, contactId, updatedAt } = conversation;
        if (conversation.workspaceId !== workspaceId || hashContact(contactId) !== contact) continue;
        if (!hasTime()) return false;
        const remains = contacts.has(withinWorkspace(workspaceId, contactId)) && updatedAt > requestedAt;
        const last = messages.get(withinWorkspace(workspaceId, conversation.lastMessage?.id ?? ''));
        if (!remains) conversations.delete(place);
        else if (conversation.lastMessage && (!last || last.createdAt <= requestedAt))
          conversations.set(place, withoutLastMessage(conversation));
        for (const [at, message] of messages)
          if (message.workspaceId === workspaceId && message.conversationId === id)
            if (!remains || message.createdAt <= requestedAt) remove(at, message);
      }
      return true;
    },
  };
}
