import { type ListsRecords, listRecords } from '#shared/events/http/read-records.ts';
import { messageView } from '#shared/messaging/http/message-view.ts';
import type { MessageReader } from '#shared/messaging/ports/message-store.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = ListsRecords & { readonly messages: Pick<MessageReader, 'listQueued'> };

/** Lists the messages that an engine must send, or the last known state of messages of other systems. */
export function createHandler({
  messages,
  externalRecords,
}: Dependencies): OperationHandler<typeof operation> {
  const external = listRecords('message', { externalRecords });
  return {
    async handle({ principal, query }) {
      const { limit, cursor, channel, order = 'desc' } = query;
      if (channel === undefined) return external.handle({ principal, query: { limit, cursor, order } });
      const { workspaceId } = principal;
      const scope = { list: 'queued-messages', workspace: workspaceId, filters: { channel } };
      const after = decodeCursor(cursor, scope);
      const { messages: found, readTo } = await messages.listQueued(workspaceId, channel, { limit, after });
      return { status: 200, body: pageTo(found.map(messageView), readTo, scope) };
    },
  };
}
