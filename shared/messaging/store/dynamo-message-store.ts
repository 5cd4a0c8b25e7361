import { eventWrite } from '#shared/events/store/event-items.ts';
import { conversationKey, messageKey } from '#shared/events/store/keys.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { MessageReader, MessageStore, ReceivedMessage } from '#shared/messaging/ports/message-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { readEntries, readListed } from '#shared/platform/store/listed-items.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { isNew, putItem, revisionUnchanged, updateItem, type Write } from '#shared/platform/store/write.ts';
import { contactStored, contactUnchanged, createContactWrites } from './contact-writes.ts';
import { creationWrites, messageTimesWrite } from './conversation-writes.ts';
import { conversationPartition, messagePartition, queuedMessageKey } from './keys.ts';
import { positionIn } from './marked-index.ts';
import {
  fromMessageItem,
  queueWrites,
  toMessageAttributes,
  toMessageItem,
  waitsForEngine,
} from './message-items.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Conversations of one page of all messages, so that a page ends although many conversations are empty. */
const CONVERSATIONS = 100;

/** Between the two positions of a cursor. */
const SEPARATOR = '/';

/** Sort before and after every position and every ID. */
const BEGINNING = '0';
const END = '~';

/** Errors of a lost race between two messages of one new contact: the next attempt finds the contact and its conversation. */
const LOST_RACES: ReadonlySet<string> = new Set(['contact_exists', 'conversation_open']);

/** The reads of `createDynamoMessageStore`, for operations that may not write. */
export function createDynamoMessageReader(table: Table): MessageReader {
  return {
    async find(workspaceId, messageId) {
      const item = await table.get(messageKey(workspaceId, messageId));
      return item && fromMessageItem(item);
    },

    findAll: (workspaceId, messageIds) => readMessages(messageIds.map((id) => messageKey(workspaceId, id))),

    async listOfConversation(workspaceId, conversationId, range) {
      const { items, readTo } = await readListed(table, messagePartition(workspaceId, conversationId), range);
      return { messages: items.map(fromMessageItem), readTo };
    },

    async listAll(workspaceId, { limit, after }) {
      const { places, readTo } = await readPlaces(workspaceId, limit, after);
      return { messages: await readMessages(places.map(({ key }) => key)), readTo };
    },

    async listQueued(workspaceId, platform, { limit, after }) {
      const { pk } = queuedMessageKey(workspaceId, platform, '');
      // One more tells whether there is a next page.
      const entries = await readEntries(table, { pk }, { order: 'asc', limit: limit + 1, after });
      const ids = entries.slice(0, limit).map(({ position }) => position);
      const messages = await readMessages(ids.map((id) => messageKey(workspaceId, id)));
      return {
        // A message can be claimed between both reads.
        messages: messages.filter(waitsForEngine),
        readTo: entries.length > limit ? ids.at(-1) : undefined,
      };
    },
  };

  /** Where the next messages are: a cursor is the position of a conversation and that of a message in it. */
  async function readPlaces(workspaceId: string, limit: number, after: string | undefined) {
    const [current, last] = after?.split(SEPARATOR) ?? [];
    const entries = await table.query({
      index: BY_OWNER,
      pk: conversationPartition(workspaceId),
      from: current ?? BEGINNING,
      to: END,
      descending: false,
      limit: CONVERSATIONS,
    });
    const places: { readonly key: Key; readonly cursor: string }[] = [];
    let readTo: string | undefined;
    for (const { pk, ownerSk } of entries) {
      const position = positionIn(String(ownerSk));
      const from = position === current ? last : undefined;
      const conversation = String(pk).slice(conversationKey(workspaceId, '').pk.length);
      const partition = { index: BY_OWNER, pk: messagePartition(workspaceId, conversation) };
      // One more than the page needs tells whether there is a next page.
      const rest = { order: 'asc', limit: limit - places.length + 1, after: from } as const;
      for (const entry of await readEntries(table, partition, rest))
        places.push({ key: entry.key, cursor: `${position}${SEPARATOR}${entry.position}` });
      if (places.length > limit) return { places: places.slice(0, limit), readTo: places[limit - 1]?.cursor };
      readTo = `${position}${SEPARATOR}${END}`;
    }
    return { places, readTo: entries.length < CONVERSATIONS ? undefined : readTo };
  }

  async function readMessages(keys: readonly Key[]): Promise<Message[]> {
    return (await table.getAll(keys)).map(fromMessageItem);
  }
}

/** Messages in the core table, with an item for each one that waits for an engine. */
export function createDynamoMessageStore(table: WritableTable): MessageStore {
  const contacts = createContactWrites(table);

  return {
    ...createDynamoMessageReader(table),

    async add(message, { before, after }, context) {
      const { change } = context;
      await commit(table, context, [
        putItem(toMessageItem(message, change), isNew),
        messageTimesWrite(before, after, change),
        ...queueWrites(undefined, message, change),
      ]);
    },

    async save(before, after, events, context) {
      const { change } = context;
      await commit(table, context, [
        updateWrite(before, after, change),
        ...queueWrites(before, after, change),
        // An erasure covers the events until its request, so none may be recorded after the contact was deleted.
        ...(events.length === 0 ? [] : [contactStored(after)]),
        ...events.map(eventWrite),
      ]);
    },

    async claim(before, after, contact, context) {
      const { change } = context;
      await commit(table, context, [
        updateWrite(before, after, change),
        contactUnchanged(contact),
        ...queueWrites(before, after, change),
      ]);
    },

    async receive({ message, contact, conversation }, events, context) {
      const { change } = context;
      try {
        await commit(table, context, [
          // First in order: a message that is recorded already is recognised, also if its contact or conversation has changed since.
          putItem(toMessageItem(message, change), { ...isNew, onFailure: () => new RecordedBeforeError() }),
          ...(await contactWrites(contact, change)),
          ...conversationWrites(conversation, change),
          ...events.map(eventWrite),
        ]);
        return true;
      } catch (error) {
        if (error instanceof RecordedBeforeError) return false;
        if (error instanceof PlatformError && LOST_RACES.has(error.code))
          throw new ConcurrentUpdateError({ cause: error });
        throw error;
      }
    },
  };

  async function contactWrites(
    { before, after, optedIn }: ReceivedMessage['contact'],
    change: Change,
  ): Promise<readonly Write[]> {
    if (!before) return contacts.creationByMessage(after, change, optedIn);
    // Every change of a contact increments its revision.
    const isChanged = before.revision !== after.revision;
    return isChanged ? contacts.edit(before, after, [], change) : [contactUnchanged(before)];
  }
}

function updateWrite(before: Message, after: Message, change: Change): Write {
  const update = setAttributes(toMessageAttributes(after, change));
  return updateItem(messageKey(after.workspaceId, after.id), update, revisionUnchanged(before));
}

function conversationWrites({ before, after }: ReceivedMessage['conversation'], change: Change): Write[] {
  return before ? [messageTimesWrite(before, after, change)] : creationWrites(after, change);
}

class RecordedBeforeError extends Error {
  override readonly name = 'RecordedBeforeError';
}
