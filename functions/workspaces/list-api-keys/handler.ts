import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { keyView } from '#shared/workspaces/http/key-view.ts';
import type { ManagedKeyReader } from '#shared/workspaces/ports/managed-key-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly keys: Pick<ManagedKeyReader, 'list'> };

/** Lists API keys, newest first, without revoked ones. */
export function createHandler({ keys }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor } }) {
      const scope = { list: 'api-keys', workspace: workspaceId };
      const after = decodeCursor(cursor, scope);
      const found = await keys.list(workspaceId, { limit: limit + 1, after });
      return { status: 200, body: toPage(found, limit, scope, keyView) };
    },
  };
}
