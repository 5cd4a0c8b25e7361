import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import { recipientView } from '#shared/broadcasts/http/recipient-view.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { RecipientReader } from '#shared/broadcasts/ports/recipient-store.ts';
import { decodeCursor, decodeTimedCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly broadcasts: Pick<BroadcastReader, 'find'>;
  readonly recipients: Pick<RecipientReader, 'list'>;
};

/** Lists the recipients of a broadcast. A broadcast that an engine sends, or that has not started, has none. */
export function createHandler({
  broadcasts,
  recipients,
}: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(broadcasts, request),

    async handle({ resource: { id, workspaceId }, query: { limit, cursor, ...filters } }) {
      const scope = { list: `recipients/${id}`, workspace: workspaceId, filters };
      const decode = filters.status === undefined ? decodeCursor : decodeTimedCursor;
      const after = decode(cursor, scope);
      const { recipients: found, readTo } = await recipients.list(id, { ...filters, limit, after });
      return { status: 200, body: pageTo(found.map(recipientView), readTo, scope) };
    },
  };
}
