import { randomUUID } from 'node:crypto';
import type { Erasable, ErasedContact } from '#shared/events/ports/erasable.ts';
import { contactKey, conversationKey, messageKey } from '#shared/events/store/keys.ts';
import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { deliveryIdFloor } from '#shared/platform/runtime/ids.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import { orError } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { always, deleteItem, revisionUnchanged, type Write } from '#shared/platform/store/write.ts';
import { fromConversationItem, fromOpenItem } from './conversation-items.ts';
import { lastMessageErasure } from './conversation-writes.ts';
import { openConversationKey, conversationLinkKey, messagePartition, queuedMessageKey } from './keys.ts';
import { fromMessageItem, waitsForEngine } from './message-items.ts';
import { receiptKey } from './receipt-items.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Messages erased concurrently. */
const AT_ONCE = 10;

/**
 * Erases the conversations of contacts and their messages in the core table. A conversation is deleted before its messages: every write
 * that adds a message requires the conversation or the contact, so from then on no message is added. Messages are found in an index that
 * is eventually consistent. The last call finds those that the first one did not, because links stay until then. A conversation that
 * remains loses its copy of a message before this message is deleted.
 */
export function createDynamoConversationEraser(table: WritableTable): Erasable<ErasedContact> {
  return {
    async erase(erased, hasTime) {
      const { pk: partition } = conversationLinkKey(erased.workspaceId, erased.contact, '');
      for await (const links of partitionPages(table, { partition, consistent: true }))
        for (const { pk, sk } of links) {
          if (!hasTime()) return false;
          const link = { pk: String(pk), sk: String(sk) };
          const remains = await retryOnConflict(table.backOff, () => remainsAfterErasure(link.sk, erased));
          if (!(await eraseMessages(link.sk, erased, remains, hasTime))) return false;
          if (erased.isLast && !remains) await write([deleteItem(link, always)]);
        }
      return true;
    },
  };

  /** Deletes a conversation, unless its contact exists and the conversation changed after the request. */
  async function remainsAfterErasure(conversationId: string, erased: ErasedContact): Promise<boolean> {
    const { workspaceId, requestedAt } = erased;
    const key = conversationKey(workspaceId, conversationId);
    const item = await table.get(key);
    if (!item) return false;
    const conversation = orError(() => fromConversationItem(item));
    if (conversation instanceof Error) {
      // Nobody can read such a conversation.
      await write([deleteItem(key, always)]);
      return false;
    }
    const contact = await table.get(contactKey(workspaceId, conversation.contactId));
    if (contact && conversation.updatedAt > requestedAt) {
      await eraseLastMessage(conversation, requestedAt);
      return true;
    }
    const open = await openItemOf(conversation);
    await write([
      deleteItem(key, revisionUnchanged(conversation)),
      // A condition is not necessary: only a change of this conversation replaces its own item.
      ...(open ? [deleteItem(open, always)] : []),
    ]);
    return false;
  }

  /** The time of a message is that of its sender, so only its item has the time at which it was recorded. */
  async function eraseLastMessage(conversation: Conversation, requestedAt: Date): Promise<void> {
    const { workspaceId, lastMessage } = conversation;
    if (lastMessage === null) return;
    const item = await table.get(messageKey(workspaceId, lastMessage.id));
    const message = item && orError(() => fromMessageItem(item));
    const stays = message !== undefined && !(message instanceof Error) && message.createdAt > requestedAt;
    if (!stays) await write([lastMessageErasure(conversation)]);
  }

  async function openItemOf({
    workspaceId,
    contactId,
    platform,
    id,
  }: Conversation): Promise<Key | undefined> {
    const key = openConversationKey(workspaceId, contactId, platform);
    const item = await table.get(key);
    const owner = item && orError(() => fromOpenItem(item));
    return owner === id || owner instanceof Error ? key : undefined;
  }

  /** Deletes all messages of a conversation; of one that remains, the messages until the request. */
  async function eraseMessages(
    conversationId: string,
    { workspaceId, requestedAt }: ErasedContact,
    remains: boolean,
    hasTime: () => boolean,
  ): Promise<boolean> {
    const pages = partitionPages(table, {
      partition: messagePartition(workspaceId, conversationId),
      index: BY_OWNER,
      ...(remains ? { before: deliveryIdFloor(new Date(requestedAt.getTime() + 1)) } : {}),
    });
    for await (const rows of pages)
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        if (!hasTime()) return false;
        const some = rows.slice(at, at + AT_ONCE);
        await Promise.all(
          some.map(({ pk, sk }) =>
            retryOnConflict(table.backOff, () => eraseMessage({ pk: String(pk), sk: String(sk) })),
          ),
        );
      }
    return true;
  }

  async function eraseMessage(key: Key): Promise<void> {
    const item = await table.get(key);
    if (item) await write(removalOf(key, item));
  }

  async function write(writes: readonly Write[]): Promise<void> {
    await commitWrites(table, writes, randomUUID());
  }
}

/** The writes that delete a message, with the item of an engine's queue, and with the receipts under the ID of its provider. */
function removalOf(key: Key, item: Item): Write[] {
  const message = orError(() => fromMessageItem(item));
  if (message instanceof Error) return [deleteItem(key, always)];
  const { workspaceId, platform, id } = message;
  return [
    deleteItem(key, revisionUnchanged(message)),
    ...(waitsForEngine(message) ? [deleteItem(queuedMessageKey(workspaceId, platform, id), always)] : []),
    ...receiptsOf(message),
  ];
}

function receiptsOf({ provider, providerMessageId }: Message): Write[] {
  if (provider === null || providerMessageId === null) return [];
  return [deleteItem(receiptKey(provider, providerMessageId), always)];
}
