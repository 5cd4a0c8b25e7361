import { cutText } from '#shared/platform/core/text.ts';
import type { MessagePlatform } from './message-platform.ts';
import { type Message, textOf } from './message.ts';
import { timeOfEdit } from './time-of-edit.ts';

export const CONVERSATION_STATUSES = ['open', 'closed'] as const;

export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** The member of the team who answers; the name is a copy for events and lists. */
export type Assignee = { readonly memberId: string; readonly name: string };

/** How much of its last message a conversation has, in code points. */
export const LAST_TEXT_LIMIT = 120;

/**
 * The newest message of a conversation. The conversation has what never changes; the status is in the message, because a change of it
 * writes no conversation (docs/adr/messaging/0058-conversations-and-messages.md). Personal data.
 */
export type LastMessage = Pick<Message, 'id' | 'direction'> & {
  /** The beginning of its text; null if it has none. */
  readonly text: string | null;
};

/**
 * The messages between the workspace and one contact on one platform (docs/specification/messaging.md#conversations). A contact has at most one
 * open conversation on a platform.
 */
export type Conversation = {
  readonly id: string;
  readonly workspaceId: string;
  readonly contactId: string;
  readonly platform: MessagePlatform;
  /** The phone number of the workspace that the conversation uses; null where an engine sends. */
  readonly phoneNumberId: string | null;
  readonly status: ConversationStatus;
  readonly assignedTo: Assignee | null;
  /** The newest message in either direction, and the newest one from the contact; null if there is none. */
  readonly lastMessageAt: Date | null;
  readonly lastReceivedAt: Date | null;
  /**
   * The message of `lastMessageAt`. Null if there is none, if it was erased, and until the next message of a conversation that an earlier
   * version wrote.
   */
  readonly lastMessage: LastMessage | null;
  readonly closedAt: Date | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** A new open conversation without messages. */
export function newConversation(
  identity: Pick<Conversation, 'id' | 'workspaceId' | 'contactId' | 'platform' | 'phoneNumberId'>,
  now: Date,
): Conversation {
  return {
    ...identity,
    status: 'open',
    assignedTo: null,
    lastMessageAt: null,
    lastReceivedAt: null,
    lastMessage: null,
    closedAt: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** What a command did to a conversation, with the event that it emits. */
export type ConversationChange = {
  readonly conversation: Conversation;
  readonly emits?: 'salesbot.conversation.assigned' | 'salesbot.conversation.closed';
};

/** The conversation after an assignment; undefined if nothing changes. The catalogue has no event for the removal of the assignee. */
export function assignConversation(
  before: Conversation,
  assignedTo: Assignee | null,
  now: Date,
): ConversationChange | undefined {
  if (before.assignedTo?.memberId === assignedTo?.memberId) return undefined;
  const conversation = changed(before, { assignedTo }, now);
  return assignedTo === null ? { conversation } : { conversation, emits: 'salesbot.conversation.assigned' };
}

/** The closed conversation; undefined if nothing changes. */
export function closeConversation(before: Conversation, now: Date): ConversationChange | undefined {
  if (before.status === 'closed') return undefined;
  const conversation = changed(before, { status: 'closed', closedAt: now }, now);
  return { conversation, emits: 'salesbot.conversation.closed' };
}

/** The reopened conversation; undefined if nothing changes. The catalogue has no event for it. */
export function reopenConversation(before: Conversation, now: Date): ConversationChange | undefined {
  if (before.status === 'open') return undefined;
  return { conversation: changed(before, { status: 'open', closedAt: null }, now) };
}

/**
 * The conversation after a new message. An older message does not move its times back and does not replace a newer last message, and one
 * from a wrong clock does not move the times into the future. Of two messages of one moment, the last one is the one that is recorded last.
 */
export function withMessage(
  before: Conversation,
  message: Pick<Message, 'id' | 'direction' | 'content' | 'sentAt' | 'createdAt'>,
  now: Date,
): Conversation {
  const at = message.sentAt ?? message.createdAt;
  const moment = at > now ? now : at;
  const isLast = before.lastMessageAt === null || moment >= before.lastMessageAt;
  const isReceived = message.direction === 'in';
  return changed(
    before,
    {
      ...(isLast ? { lastMessageAt: moment, lastMessage: lastMessageOf(message) } : {}),
      ...(isReceived ? { lastReceivedAt: later(before.lastReceivedAt, moment) } : {}),
    },
    now,
  );
}

/** The conversation after the erasure of its last message. Its position in lists stays: nobody has changed it. */
export function withoutLastMessage(before: Conversation): Conversation {
  return { ...before, lastMessage: null, revision: before.revision + 1 };
}

function lastMessageOf({
  id,
  direction,
  content,
}: Pick<Message, 'id' | 'direction' | 'content'>): LastMessage {
  const text = textOf(content);
  return { id, direction, text: text === null ? null : cutText(text, LAST_TEXT_LIMIT, 'code-points') };
}

function changed(before: Conversation, fields: Partial<Conversation>, now: Date): Conversation {
  return {
    ...before,
    ...fields,
    revision: before.revision + 1,
    updatedAt: timeOfEdit(before, now),
  };
}

function later(one: Date | null, other: Date): Date {
  return one !== null && one > other ? one : other;
}
