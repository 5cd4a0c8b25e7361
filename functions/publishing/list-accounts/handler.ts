import { decodeNumberCursor } from '#shared/platform/http/cursor.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { accountFilter } from '#shared/publishing/domain/account-filter.ts';
import { accountView } from '#shared/publishing/http/account-view.ts';
import { collectNumbered } from '#shared/publishing/http/collect-numbered.ts';
import { toNumberedPage } from '#shared/publishing/http/numbered-page.ts';
import type { AccountReader } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly accounts: Pick<AccountReader, 'list'> };

/** Lists social accounts, highest id first. */
export function createHandler({ accounts }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle(request) {
      const { workspaceId } = request.principal;
      const { limit, page, cursor, ...filters } = request.query;
      const scope = { list: 'accounts', workspace: workspaceId, ...filters };
      const after = decodeNumberCursor(cursor, scope);
      const read = await collectNumbered(accounts, workspaceId, accountFilter(filters), {
        limit,
        page,
        after,
      });
      return { status: 200, body: toNumberedPage(read, request, scope, accountView) };
    },
  };
}
