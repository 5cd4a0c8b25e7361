import * as v from 'valibot';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { conversationKey } from '#shared/events/store/keys.ts';
import { CONVERSATION_STATUSES, type Conversation } from '#shared/messaging/domain/conversation.ts';
import { MESSAGE_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange, toSecondaryChange } from '#shared/platform/store/write.ts';
import { conversationEntryOf } from './conversation-index.ts';
import { conversationLinkKey, conversationPartition, openConversationKey } from './keys.ts';

const conversationItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    contactId: v.string(),
    platform: v.picklist(MESSAGE_PLATFORMS),
    phoneNumberId: maybe(v.string()),
    status: v.picklist(CONVERSATION_STATUSES),
    assignedTo: maybe(v.object({ memberId: v.string(), name: v.string() })),
    lastMessageAt: maybe(instant),
    lastReceivedAt: maybe(instant),
    lastMessage: maybe(
      v.object({ id: v.string(), direction: v.picklist(['in', 'out']), text: maybe(v.string()) }),
    ),
    closedAt: maybe(instant),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

const openItem = v.object({ conversationId: v.string() });

/** The item of a new conversation. */
export function toConversationItem(conversation: Conversation, change: Change) {
  const { workspaceId, id } = conversation;
  return { ...conversationKey(workspaceId, id), ...toConversationAttributes(conversation, change) };
}

/** All attributes except the key, after a command about the conversation. */
export function toConversationAttributes(conversation: Conversation, change: Change) {
  return { ...attributesOf(conversation), lastChange: toLastChange(change) };
}

/** The same after a command about a message. The audit log has an entry of the message only. */
export function toAttributesWithMessage(conversation: Conversation, change: Change) {
  return { ...attributesOf(conversation), lastChange: toSecondaryChange(change) };
}

function attributesOf(conversation: Conversation) {
  return {
    resource: 'conversation' satisfies AuditedResource,
    ownerPk: conversationPartition(conversation.workspaceId),
    ownerSk: conversationEntryOf(conversation),
    ...conversationItem.encode(conversation),
  };
}

/** The conversation of a stored item. @throws MalformedItemError */
export function fromConversationItem(item: Item): Conversation {
  return conversationItem.decode(item);
}

/** The uniqueness item of an open conversation. */
export function toOpenItem({ workspaceId, contactId, platform, id }: Conversation, change: Change) {
  return {
    ...openConversationKey(workspaceId, contactId, platform),
    workspaceId,
    conversationId: id,
    lastChange: toLastChange(change),
  };
}

/** The ID of the open conversation. @throws MalformedItemError */
export function fromOpenItem(item: Item): string {
  return parseItem(openItem, item).conversationId;
}

/** The item that leads from a contact to a conversation. */
export function toConversationLink({ workspaceId, contactId, id }: Conversation, change: Change) {
  return {
    ...conversationLinkKey(workspaceId, hashContact(contactId), id),
    workspaceId,
    lastChange: toLastChange(change),
  };
}
