import { contactKey, conversationKey } from '#shared/events/store/keys.ts';
import { contactMissing, conversationOpen } from '#shared/messaging/domain/conversation-open.ts';
import { type Conversation, withoutLastMessage } from '#shared/messaging/domain/conversation.ts';
import type { Change } from '#shared/platform/core/change.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  checkItem,
  type Condition,
  deleteItem,
  exists,
  isNew,
  putItem,
  revisionUnchanged,
  updateItem,
  type Write,
} from '#shared/platform/store/write.ts';
import {
  fromOpenItem,
  toAttributesWithMessage,
  toConversationAttributes,
  toConversationItem,
  toConversationLink,
  toOpenItem,
} from './conversation-items.ts';
import { openConversationKey } from './keys.ts';

/** The writes that create an open conversation. They fail with `conversation_open` if the contact has one on the platform. */
export function creationWrites(conversation: Conversation, change: Change): Write[] {
  return [
    putItem(toConversationItem(conversation, change), isNew),
    openingWrite(conversation, change),
    // No condition: the ID of the conversation is new.
    putItem(toConversationLink(conversation, change)),
  ];
}

/** Requires that the contact of a conversation exists. The write fails with `contact_not_found`. */
export function contactExistsCheck({ workspaceId, contactId }: Conversation): Write {
  return checkItem(contactKey(workspaceId, contactId), { ...exists, onFailure: contactMissing });
}

/** The writes of a command about a conversation, if its revision is unchanged. */
export async function conversationWrites(
  table: Table,
  before: Conversation,
  after: Conversation,
  change: Change,
): Promise<Write[]> {
  return [
    updateWrite(before, after, toConversationAttributes(after, change)),
    ...(await statusWrites(table, before, after, change)),
  ];
}

/** The write of the times of a conversation that has a new message, if its revision is unchanged. */
export function messageTimesWrite(before: Conversation, after: Conversation, change: Change): Write {
  return updateWrite(before, after, toAttributesWithMessage(after, change));
}

/**
 * The write that erases the last message of a conversation, if the revision of the conversation is unchanged. Its new revision stops
 * commands that have read the message. `lastChange` stays, so the audit log has no entry.
 */
export function lastMessageErasure(before: Conversation): Write {
  const { workspaceId, id, revision } = withoutLastMessage(before);
  const update = setAttributes({ lastMessage: undefined, revision });
  return updateItem(conversationKey(workspaceId, id), update, revisionUnchanged(before));
}

function updateWrite(before: Conversation, after: Conversation, attributes: object): Write {
  const update = setAttributes({ ...attributes });
  return updateItem(conversationKey(after.workspaceId, after.id), update, revisionUnchanged(before));
}

/** The writes of the item that exists while a conversation is open. */
async function statusWrites(
  table: Table,
  before: Conversation,
  after: Conversation,
  change: Change,
): Promise<Write[]> {
  if (before.status === after.status) return [];
  if (after.status === 'open') return [openingWrite(after, change)];
  const key = openConversationKey(after.workspaceId, after.contactId, after.platform);
  const open = await table.get(key);
  // The item of another conversation stays: after a restore, two conversations can be open.
  return open && fromOpenItem(open) === after.id ? [deleteItem(key, isOf(after))] : [];
}

function openingWrite(conversation: Conversation, change: Change): Write {
  const isOwn = isOf(conversation);
  return putItem(toOpenItem(conversation, change), {
    ...isOwn,
    expression: `attribute_not_exists(pk) OR ${isOwn.expression}`,
    onFailure: (found) => conversationOpen(fromOpenItem(found ?? {})),
  });
}

function isOf({ id }: Conversation): Condition {
  return { expression: 'conversationId = :conversation', values: { ':conversation': id } };
}
