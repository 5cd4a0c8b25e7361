import { pageView } from '#shared/biolinks/http/page-view.ts';
import type { PageReader } from '#shared/biolinks/ports/page-store.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly pages: Pick<PageReader, 'list'>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

/** Lists the pages of the workspace, newest first. */
export function createHandler({ pages, origin }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor, ...filters } }) {
      const scope = { list: 'pages', workspace: workspaceId, filters };
      const after = decodeCursor(cursor, scope);
      const found = await pages.list(workspaceId, { ...filters, limit: limit + 1, after });
      return { status: 200, body: toPage(found, limit, scope, (page) => pageView(page, origin)) };
    },
  };
}
