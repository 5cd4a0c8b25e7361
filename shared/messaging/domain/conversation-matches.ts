import type { Conversation } from './conversation.ts';

type Wanted = {
  readonly status?: string | undefined;
  readonly platform?: string | undefined;
  readonly assignedTo?: string | undefined;
  readonly contactId?: string | undefined;
};

/** Whether a list with these filters contains the conversation. */
export function conversationMatches(
  conversation: Conversation,
  { status, platform, assignedTo, contactId }: Wanted,
): boolean {
  return (
    (status === undefined || conversation.status === status) &&
    (platform === undefined || conversation.platform === platform) &&
    (assignedTo === undefined || conversation.assignedTo?.memberId === assignedTo) &&
    (contactId === undefined || conversation.contactId === contactId)
  );
}
