import { DEFAULT_DOMAIN_ID } from '#shared/biolinks/domain/page.ts';
import { defaultDomainView, domainView } from '#shared/biolinks/http/domain-view.ts';
import type { PageDomainReader } from '#shared/biolinks/ports/page-domain-store.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly domains: Pick<PageDomainReader, 'list'>;
  /** Host of the default domain, with its port if it has one. */
  readonly defaultHost: string;
};

/** Lists the default domain, which every workspace has, then the connected domains. */
export function createHandler({ domains, defaultHost }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor } }) {
      const scope = { list: 'domains', workspace: workspaceId };
      const after = decodeCursor(cursor, scope);
      const connected = await domains.list(workspaceId, {
        limit: limit + 1,
        after: after === DEFAULT_DOMAIN_ID ? undefined : after,
      });
      const views = connected.map(domainView);
      const rows = after === undefined ? [defaultDomainView(defaultHost), ...views] : views;
      return { status: 200, body: toPage(rows, limit, scope, (view) => view) };
    },
  };
}
