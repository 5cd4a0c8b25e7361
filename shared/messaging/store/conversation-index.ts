import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import type { ConversationRange } from '#shared/messaging/ports/conversation-store.ts';
import { markedEntry, type MarkedValues } from './marked-index.ts';

type Filter = Pick<ConversationRange, 'status' | 'platform' | 'assignedTo' | 'contactId'>;

/** The sort key of a conversation in the index by owner: lists are filtered by status, platform, member and contact. */
export function conversationEntryOf(conversation: Conversation): string {
  const { status, platform, assignedTo, contactId } = conversation;
  return markedEntry(
    conversation,
    wantedConversations({ status, platform, assignedTo: assignedTo?.memberId, contactId }),
  );
}

/** The values that a conversation must have to be in a list with this filter. */
export function wantedConversations({ status, platform, assignedTo, contactId }: Filter): MarkedValues {
  return [
    ['status', status],
    ['platform', platform],
    ['assignee', assignedTo],
    ['contact', contactId],
  ];
}
