import * as eventsErrors from '#shared/events/errors.ts';
import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from '#shared/platform/http/not-found.ts';

type ConversationRequest = {
  readonly principal: Principal;
  readonly params: { readonly conversation: string };
};

/** Finds the conversation of the path, which this platform manages. @throws PlatformError `conversation_not_found` */
export async function loadConversation(
  conversations: Pick<ConversationReader, 'find'>,
  { principal, params }: ConversationRequest,
): Promise<Conversation> {
  const conversation = await conversations.find(principal.workspaceId, params.conversation);
  if (!conversation) throw notFound(eventsErrors.conversation_not_found);
  return conversation;
}
