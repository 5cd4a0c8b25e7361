import { broadcastView } from '#shared/broadcasts/http/broadcast-view.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly broadcasts: Pick<BroadcastReader, 'list'> };

/** Lists the broadcasts of the workspace by creation time. */
export function createHandler({ broadcasts }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor, ...filters } }) {
      const scope = { list: 'broadcasts', workspace: workspaceId, filters };
      const after = decodeCursor(cursor, scope);
      const found = await broadcasts.list(workspaceId, { ...filters, limit: limit + 1, after });
      return { status: 200, body: toPage(found, limit, scope, broadcastView) };
    },
  };
}
