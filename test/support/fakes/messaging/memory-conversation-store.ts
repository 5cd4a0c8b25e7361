import { conversationMatches } from '#shared/messaging/domain/conversation-matches.ts';
import { contactMissing, conversationOpen } from '#shared/messaging/domain/conversation-open.ts';
import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import type { ConversationStore } from '#shared/messaging/ports/conversation-store.ts';
import { positionOf } from '#shared/messaging/store/marked-index.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { pageOf } from '#test/support/fakes/platform/memory-page.ts';

/** Conversations over a memory core. */
export function createMemoryConversationStore(core: MemoryCore): ConversationStore {
  const { conversations, contacts } = core;

  return {
    async find(workspaceId, id) {
      const found = conversations.get(withinWorkspace(workspaceId, id));
      return found && structuredClone(found);
    },

    async findOpen(workspaceId, contactId, platform) {
      const open = openOf(core, { workspaceId, contactId, platform });
      return open && structuredClone(open);
    },

    async list(workspaceId, { order, limit, after, ...filter }) {
      const found = [...conversations.values()].filter(
        (each) => each.workspaceId === workspaceId && conversationMatches(each, filter),
      );
      const { shown, readTo } = pageOf(found, positionOf, { order, limit, after });
      return { conversations: shown, readTo };
    },

    async create(conversation, context) {
      commitInMemory(core, context, () => {
        const { workspaceId, contactId } = conversation;
        if (!contacts.has(withinWorkspace(workspaceId, contactId))) throw contactMissing();
        requireNewConversation(core, conversation);
        conversations.set(placeOfConversation(conversation), structuredClone(conversation));
      });
    },

    async save(before, after, events, context, named) {
      commitInMemory(core, context, () => {
        requireUnchangedConversation(core, before);
        if (named && !contacts.has(withinWorkspace(named.workspaceId, named.id)))
          throw new ConcurrentUpdateError();
        if (before.status === 'closed' && after.status === 'open') requireNoOpenConversation(core, after);
        conversations.set(placeOfConversation(after), structuredClone(after));
        for (const event of events) core.events.set(event.id, event);
      });
    },
  };
}

/** Requires that nobody has changed or erased the conversation, within a command. */
export function requireUnchangedConversation(core: MemoryCore, before: Conversation): void {
  if (core.conversations.get(placeOfConversation(before))?.revision !== before.revision)
    throw new ConcurrentUpdateError();
}

/** Requires that a conversation is new and that its contact has no open one on the platform, within a command. */
export function requireNewConversation(core: MemoryCore, conversation: Conversation): void {
  if (core.conversations.has(placeOfConversation(conversation))) throw new ConcurrentUpdateError();
  requireNoOpenConversation(core, conversation);
}

/** The place of a conversation in the core. */
export function placeOfConversation({ workspaceId, id }: Pick<Conversation, 'workspaceId' | 'id'>): string {
  return withinWorkspace(workspaceId, id);
}

function requireNoOpenConversation(core: MemoryCore, conversation: Conversation): void {
  const open = openOf(core, conversation);
  if (open && open.id !== conversation.id) throw conversationOpen(open.id);
}

function openOf(
  { conversations }: MemoryCore,
  { workspaceId, contactId, platform }: Pick<Conversation, 'workspaceId' | 'contactId' | 'platform'>,
): Conversation | undefined {
  return [...conversations.values()].find(
    (each) =>
      each.workspaceId === workspaceId &&
      each.contactId === contactId &&
      each.platform === platform &&
      each.status === 'open',
  );
}
