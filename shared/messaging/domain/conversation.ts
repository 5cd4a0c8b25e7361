import type { MessagePlatform } from './message-platform.ts';
import { timeOfEdit } from './time-of-edit.ts';

export const CONVERSATION_STATUSES = ['open', 'closed'] as const;

export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** The member of the team who answers; the name is a copy for events and lists. */
export type Assignee = { readonly memberId: string; readonly name: string };

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

/** The conversation after a new message. An older message does not move its times back, and one from a wrong clock not into the future. */
export function withMessage(
  before: Conversation,
  { direction, at }: { readonly direction: 'in' | 'out'; readonly at: Date },
  now: Date,
): Conversation {
  const moment = at > now ? now : at;
  const lastMessageAt = later(before.lastMessageAt, moment);
  const lastReceivedAt = direction === 'in' ? later(before.lastReceivedAt, moment) : before.lastReceivedAt;
  return changed(before, { lastMessageAt, lastReceivedAt }, now);
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
