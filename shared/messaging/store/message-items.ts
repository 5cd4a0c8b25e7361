import * as v from 'valibot';
import { messageKey } from '#shared/events/store/keys.ts';
import { isEnginePlatform, MESSAGE_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { MEDIA_TYPES, MESSAGE_STATUSES, type Message } from '#shared/messaging/domain/message.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { derivedId } from '#shared/platform/runtime/ids.ts';
import { instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  always,
  deleteItem,
  putItem,
  toLastChange,
  toSecondaryChange,
  type Write,
} from '#shared/platform/store/write.ts';
import { messagePartition, queuedMessageKey } from './keys.ts';

const contentItem = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({
    type: v.literal('template'),
    name: v.string(),
    language: v.string(),
    parameters: v.array(v.string()),
  }),
  v.object({
    type: v.picklist(MEDIA_TYPES),
    mediaId: v.nullable(v.string()),
    text: v.nullable(v.string()),
  }),
  v.object({ type: v.literal('other'), text: v.nullable(v.string()) }),
]);

const messageItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    conversationId: v.string(),
    contactId: v.string(),
    platform: v.picklist(MESSAGE_PLATFORMS),
    direction: v.picklist(['in', 'out']),
    content: contentItem,
    status: v.picklist(MESSAGE_STATUSES),
    statusAt: instant,
    sentAt: maybe(instant),
    errorCode: maybe(v.string()),
    provider: maybe(v.string()),
    providerMessageId: maybe(v.string()),
    phoneNumberId: maybe(v.string()),
    claim: maybe(v.object({ token: v.string(), until: instant })),
    attempts: v.number(),
    planSeq: v.number(),
    revision: v.number(),
    createdAt: instant,
  }),
);

/** The item of a new message. */
export function toMessageItem(message: Message, change: Change) {
  return { ...messageKey(message.workspaceId, message.id), ...toMessageAttributes(message, change) };
}

/** All attributes except the key. */
export function toMessageAttributes(message: Message, change: Change) {
  const { workspaceId, conversationId, due } = message;
  return {
    resource: 'message' satisfies AuditedResource,
    ownerPk: messagePartition(workspaceId, conversationId),
    ownerSk: positionOfMessage(message),
    ...messageItem.encode(message),
    ...scheduledJobAttributes({ resource: 'message', ...message }, due),
    // The audit log has what people and their systems did. Sending and receipts would add four entries to each message.
    lastChange: change.actor.kind === 'system' ? toSecondaryChange(change) : toLastChange(change),
  };
}

/** The message of a stored item. @throws MalformedItemError */
export function fromMessageItem(item: Item): Message {
  return { ...messageItem.decode(item), due: readDue(item) };
}

/**
 * The position of a message in its conversation: a UUID that sorts by the time of creation. The ID of a message from a contact has the
 * time at which the contact sent it, which can be much earlier.
 */
export function positionOfMessage({ id, createdAt }: Pick<Message, 'id' | 'createdAt'>): string {
  return derivedId(createdAt, id);
}

/** The write of the item that exists while a message waits for an engine, for the transaction that changes the message. */
export function queueWrites(before: Message | undefined, after: Message, change: Change): Write[] {
  const { workspaceId, platform, id } = after;
  const key = queuedMessageKey(workspaceId, platform, id);
  const waited = before !== undefined && waitsForEngine(before);
  if (waitsForEngine(after) === waited) return [];
  // The revision of the message decides, so neither write has a condition of its own.
  return waited
    ? [deleteItem(key, always)]
    : [putItem({ ...key, workspaceId, lastChange: toLastChange(change) })];
}

/** Whether a message waits until an engine claims it. */
export function waitsForEngine({ status, platform }: Pick<Message, 'status' | 'platform'>): boolean {
  return status === 'queued' && isEnginePlatform(platform);
}
