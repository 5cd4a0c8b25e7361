import { eventWrite } from '#shared/events/store/event-items.ts';
import { conversationKey } from '#shared/events/store/keys.ts';
import { conversationMatches } from '#shared/messaging/domain/conversation-matches.ts';
import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import type { ConversationReader, ConversationStore } from '#shared/messaging/ports/conversation-store.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { contactStored } from './contact-writes.ts';
import { wantedConversations } from './conversation-index.ts';
import { fromConversationItem, fromOpenItem } from './conversation-items.ts';
import { contactExistsCheck, conversationWrites, creationWrites } from './conversation-writes.ts';
import { conversationPartition, openConversationKey } from './keys.ts';
import { readMarkedList } from './marked-list.ts';

/** The reads of `createDynamoConversationStore`, for operations that may not write. */
export function createDynamoConversationReader(table: Table): ConversationReader {
  async function find(workspaceId: string, conversationId: string): Promise<Conversation | undefined> {
    const item = await table.get(conversationKey(workspaceId, conversationId));
    return item && fromConversationItem(item);
  }

  return {
    find,

    async findOpen(workspaceId, contactId, platform) {
      const open = await table.get(openConversationKey(workspaceId, contactId, platform));
      const conversation = open && (await find(workspaceId, fromOpenItem(open)));
      // It can have been closed between both reads.
      return conversation?.status === 'open' ? conversation : undefined;
    },

    async list(workspaceId, range) {
      const list = {
        workspaceId,
        partition: conversationPartition(workspaceId),
        wanted: wantedConversations(range),
        matches: (conversation: Conversation) => conversationMatches(conversation, range),
        decode: fromConversationItem,
      };
      const { records: conversations, readTo } = await readMarkedList(table, list, range);
      return { conversations, readTo };
    },
  };
}

/** Conversations in the core table, with a uniqueness item for each open one. */
export function createDynamoConversationStore(table: WritableTable): ConversationStore {
  return {
    ...createDynamoConversationReader(table),

    async create(conversation, context) {
      await commit(table, context, [
        contactExistsCheck(conversation),
        ...creationWrites(conversation, context.change),
      ]);
    },

    async save(before, after, events, context, named) {
      const writes = await conversationWrites(table, before, after, context.change);
      const checks = named ? [contactStored(after)] : [];
      await commit(table, context, [...checks, ...writes, ...events.map(eventWrite)]);
    },
  };
}
