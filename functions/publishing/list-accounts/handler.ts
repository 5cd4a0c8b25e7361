import { decodeNumberCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { accountView } from '#shared/publishing/http/account-view.ts';
import type { AccountReader } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly accounts: Pick<AccountReader, 'list'> };

/** Lists social accounts, highest id first. */
export function createHandler({ accounts }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor } }) {
      const scope = { list: 'accounts', workspace: workspaceId };
      const after = cursor === undefined ? undefined : decodeNumberCursor(cursor, scope);
      const found = await accounts.list(workspaceId, { limit: limit + 1, after });
      return { status: 200, body: toPage(found, limit, scope, accountView) };
    },
  };
}
