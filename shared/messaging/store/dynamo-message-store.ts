import { eventWrite } from '#shared/events/store/event-items.ts';
import { conversationKey, messageKey } from '#shared/events/store/keys.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { MessageReader, MessageStore, ReceivedMessage } from '#shared/messaging/ports/message-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, PartitionQuery, Table, WritableTable } from '#shared/platform/store/table.ts';
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

/** Maximum number of items in one batch read. */
const BATCH = 100;

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

    async listOfConversation(workspaceId, conversationId, { order, limit, after }) {
      const descending = order === 'desc';
      const range = {
        index: BY_OWNER,
        pk: messagePartition(workspaceId, conversationId),
        from: descending || after === undefined ? BEGINNING : after,
        to: descending && after !== undefined ? after : END,
        descending,
      };
      const page = await readPage(range, BY_OWNER.sortKey, after, limit);
      const messages = await readMessages(page.rows.map(keyOf));
      return {
        // An erasure can delete a message after the read of the index.
        messages: page.rows.flatMap(({ pk }) => messages.get(String(pk)) ?? []),
        readTo: page.readTo,
      };
    },

    async listAll(workspaceId, { limit, after }) {
      const { places, readTo } = await readPlaces(workspaceId, limit, after);
      const messages = await readMessages(places.map(({ key }) => key));
      return { messages: places.flatMap(({ key }) => messages.get(key.pk) ?? []), readTo };
    },

    async listQueued(workspaceId, platform, { limit, after }) {
      const { pk, sk: from } = queuedMessageKey(workspaceId, platform, after ?? BEGINNING);
      const page = await readPage({ pk, from, to: END, descending: false }, 'sk', after, limit);
      const keys = page.rows.map(({ sk }) => messageKey(workspaceId, String(sk)));
      const messages = await readMessages(keys);
      return {
        // A message can be claimed between both reads.
        messages: keys.flatMap((key) => messages.get(key.pk) ?? []).filter(waitsForEngine),
        readTo: page.readTo,
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
      const { rows } = await readPage(
        {
          index: BY_OWNER,
          pk: messagePartition(workspaceId, conversation),
          from: from ?? BEGINNING,
          to: END,
          descending: false,
        },
        BY_OWNER.sortKey,
        from,
        limit - places.length + 1,
      );
      for (const row of rows)
        places.push({ key: keyOf(row), cursor: `${position}${SEPARATOR}${String(row['ownerSk'])}` });
      if (places.length > limit) return { places: places.slice(0, limit), readTo: places[limit - 1]?.cursor };
      readTo = `${position}${SEPARATOR}${END}`;
    }
    return { places, readTo: entries.length < CONVERSATIONS ? undefined : readTo };
  }

  /** Bounds are inclusive, so one more is read for the last one of the previous page. */
  async function readPage(
    range: Omit<PartitionQuery, 'limit'>,
    sortKey: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly rows: readonly Item[]; readonly readTo: string | undefined }> {
    const most = limit + (after === undefined ? 1 : 2);
    const found = await table.query({ ...range, limit: most });
    const further = found.filter((row) => row[sortKey] !== after);
    const rows = further.slice(0, limit);
    return { rows, readTo: further.length > limit ? String(rows.at(-1)?.[sortKey]) : undefined };
  }

  /** Messages by partition key. */
  async function readMessages(keys: readonly Key[]): Promise<Map<string, Message>> {
    const found = new Map<string, Message>();
    for (let from = 0; from < keys.length; from += BATCH)
      for (const item of await table.getAll(keys.slice(from, from + BATCH)))
        found.set(String(item['pk']), fromMessageItem(item));
    return found;
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

function keyOf({ pk, sk }: Item): Key {
  return { pk: String(pk), sk: String(sk) };
}

class RecordedBeforeError extends Error {
  override readonly name = 'RecordedBeforeError';
}
