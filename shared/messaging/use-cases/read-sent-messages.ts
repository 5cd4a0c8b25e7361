import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { MessageReader } from '#shared/messaging/ports/message-store.ts';

/*
 * The last message of a conversation, if it is a message to the contact: only its item has its status. The status of a message from the
 * contact never changes, so such a message is not read.
 */

/** The last message of a conversation; undefined if it is a message from the contact, and if there is none. */
export async function readSentMessage(
  messages: Pick<MessageReader, 'find'>,
  conversation: Conversation,
): Promise<Message | undefined> {
  const id = sentIn(conversation);
  return id === undefined ? undefined : messages.find(conversation.workspaceId, id);
}

/** The same for conversations of one workspace, by the ID of the conversation. */
export async function readSentMessages(
  messages: Pick<MessageReader, 'findAll'>,
  workspaceId: string,
  conversations: readonly Conversation[],
): Promise<ReadonlyMap<string, Message>> {
  const ids = conversations.flatMap((conversation) => sentIn(conversation) ?? []);
  if (ids.length === 0) return new Map();
  const found = await messages.findAll(workspaceId, ids);
  return new Map(found.map((message) => [message.conversationId, message]));
}

function sentIn({ lastMessage }: Conversation): string | undefined {
  return lastMessage?.direction === 'out' ? lastMessage.id : undefined;
}
