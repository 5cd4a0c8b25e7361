import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { MessageStore, ReceivedMessage } from '#shared/messaging/ports/message-store.ts';
import { positionOf } from '#shared/messaging/store/marked-index.ts';
import { positionOfMessage, waitsForEngine } from '#shared/messaging/store/message-items.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { pageOf } from '#test/support/fakes/platform/memory-page.ts';
import { countResource } from '#test/support/fakes/platform/memory-quotas.ts';
import {
  forgetKeptOptOuts,
  requireFreeAddresses,
  requireKeptOptOuts,
  requireNewContact,
  requireUnchangedContact,
} from './memory-contact-store.ts';
import {
  placeOfConversation,
  requireNewConversation,
  requireUnchangedConversation,
} from './memory-conversation-store.ts';

/** Messages over a memory core. */
export function createMemoryMessageStore(core: MemoryCore): MessageStore {
  const { messages } = core;

  function requireUnchanged(before: Message): void {
    if (messages.get(placeOf(before))?.revision !== before.revision) throw new ConcurrentUpdateError();
  }

  function put(message: Message, events: readonly RecordedEvent[] = []): void {
    messages.set(placeOf(message), structuredClone(message));
    for (const event of events) core.events.set(event.id, event);
  }

  return {
    async find(workspaceId, id) {
      const found = messages.get(withinWorkspace(workspaceId, id));
      return found && structuredClone(found);
    },

    async findAll(workspaceId, ids) {
      return ids.flatMap((id) => structuredClone(messages.get(withinWorkspace(workspaceId, id))) ?? []);
    },

    async listOfConversation(workspaceId, conversationId, range) {
      const found = [...messages.values()].filter(
        (each) => each.workspaceId === workspaceId && each.conversationId === conversationId,
      );
      const { shown, readTo } = pageOf(found, positionOfMessage, range);
      return { messages: shown, readTo };
    },

    async listAll(workspaceId, range) {
      const found = [...messages.values()].flatMap((message) => {
        const conversation = core.conversations.get(withinWorkspace(workspaceId, message.conversationId));
        const isOwn = message.workspaceId === workspaceId && conversation !== undefined;
        return isOwn
          ? [{ message, cursor: `${positionOf(conversation)}/${positionOfMessage(message)}` }]
          : [];
      });
      const { shown, readTo } = pageOf(found, ({ cursor }) => cursor, { ...range, order: 'asc' });
      return { messages: shown.map(({ message }) => message), readTo };
    },

    async listQueued(workspaceId, platform, range) {
      const found = [...messages.values()].filter(
        (each) => each.workspaceId === workspaceId && each.platform === platform && waitsForEngine(each),
      );
      const { shown, readTo } = pageOf(found, ({ id }) => id, { ...range, order: 'asc' });
      return { messages: shown, readTo };
    },

    async add(message, { before, after }, context) {
      commitInMemory(core, context, () => {
        if (messages.has(placeOf(message))) throw new ConcurrentUpdateError();
        requireUnchangedConversation(core, before);
        put(message);
        core.conversations.set(placeOfConversation(after), structuredClone(after));
      });
    },

    async save(before, after, events, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        if (events.length > 0 && !core.contacts.has(withinWorkspace(after.workspaceId, after.contactId)))
          throw new ConcurrentUpdateError();
        put(after, events);
      });
    },

    async claim(before, after, contact, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        requireUnchangedContact(core, contact);
        put(after);
      });
    },

    async receive(received, events, context) {
      try {
        commitInMemory(core, context, () => {
          if (messages.has(placeOf(received.message))) throw new RecordedBeforeError();
          receiveInMemory(core, received);
          put(received.message, events);
        });
        return true;
      } catch (error) {
        if (error instanceof RecordedBeforeError) return false;
        throw error;
      }
    },
  };
}

function receiveInMemory(core: MemoryCore, { contact, conversation }: ReceivedMessage): void {
  try {
    if (contact.before) {
      requireUnchangedContact(core, contact.before);
      requireFreeAddresses(core, contact.after, contact.before);
    } else {
      requireNewContact(core, contact.after);
      requireKeptOptOuts(core, contact.after, contact.optedIn);
    }
    if (conversation.before) requireUnchangedConversation(core, conversation.before);
    else requireNewConversation(core, conversation.after);
  } catch (error) {
    if (error instanceof PlatformError) throw new ConcurrentUpdateError({ cause: error });
    throw error;
  }
  forgetKeptOptOuts(core, contact.before, contact.after);
  const { id, workspaceId } = contact.after;
  if (!contact.before) countResource(core, 'contacts', workspaceId);
  core.contacts.set(withinWorkspace(workspaceId, id), structuredClone(contact.after));
  core.conversations.set(placeOfConversation(conversation.after), structuredClone(conversation.after));
}

function placeOf({ workspaceId, id }: Pick<Message, 'workspaceId' | 'id'>): string {
  return withinWorkspace(workspaceId, id);
}

class RecordedBeforeError extends Error {
  override readonly name = 'RecordedBeforeError';
}
