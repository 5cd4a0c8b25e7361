import { type ListsRecords, listRecords } from '#shared/events/http/read-records.ts';
import { conversationView } from '#shared/messaging/http/conversation-view.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageReader } from '#shared/messaging/ports/message-store.ts';
import { readSentMessages } from '#shared/messaging/use-cases/read-sent-messages.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = ListsRecords & {
  readonly conversations: Pick<ConversationReader, 'list'>;
  readonly messages: Pick<MessageReader, 'findAll'>;
};

/** Lists the conversations of this platform, or the last known state of those of other systems. */
export function createHandler({
  conversations,
  messages,
  externalRecords,
}: Dependencies): OperationHandler<typeof operation> {
  const external = listRecords('conversation', { externalRecords });
  return {
    async handle({ principal, query }) {
      const { source, limit, cursor, order, ...filters } = query;
      if (source === 'external') return external.handle({ principal, query: { limit, cursor, order } });
      const { workspaceId } = principal;
      const scope = {
        list: 'platform-conversations',
        workspace: workspaceId,
        filters: { ...filters, order },
      };
      const { conversations: found, readTo } = await conversations.list(workspaceId, {
        status: filters.status,
        platform: filters.platform,
        assignedTo: filters.assigned_to,
        contactId: filters.contact,
        order,
        limit,
        after: decodeCursor(cursor, scope),
      });
      const sent = await readSentMessages(messages, workspaceId, found);
      const views = found.map((each) => conversationView(each, sent.get(each.id)));
      return { status: 200, body: pageTo(views, readTo, scope) };
    },
  };
}
