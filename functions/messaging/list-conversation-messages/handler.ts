import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import { loadConversation } from '#shared/messaging/http/load-conversation.ts';
import { messageView } from '#shared/messaging/http/message-view.ts';
import { readMessagePage } from '#shared/messaging/http/read-message-page.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageReader } from '#shared/messaging/ports/message-store.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly conversations: Pick<ConversationReader, 'find'>;
  readonly messages: Pick<MessageReader, 'listOfConversation'>;
};

/** Lists the messages of one conversation. */
export function createHandler({
  conversations,
  messages,
}: Dependencies): OperationHandler<typeof operation, Conversation> {
  return {
    load: (request) => loadConversation(conversations, request),

    async handle({ resource: { id, workspaceId }, query: { limit, cursor, order } }) {
      const scope = { list: `messages/${id}`, workspace: workspaceId, filters: { order } };
      const after = decodeCursor(cursor, scope);
      const { messages: found, readTo } = await readMessagePage(
        (most) => messages.listOfConversation(workspaceId, id, { order, limit: most, after }),
        limit,
      );
      return { status: 200, body: pageTo(found.map(messageView), readTo, scope) };
    },
  };
}
