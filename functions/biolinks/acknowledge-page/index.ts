import { createPageFinder } from '#shared/biolinks/render/page-finder.ts';
import { renderErrorPage } from '#shared/biolinks/render/visitor-responses.ts';
import { createDynamoPublicPageStore } from '#shared/biolinks/store/dynamo-public-page-store.ts';
import { capabilities, errorPage, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [capabilities, errorPage(renderErrorPage)],
  ({ core, apiHosts, pageHost }) =>
    createHandler({
      finder: createPageFinder({ store: createDynamoPublicPageStore(core), pageHost, apiHosts }),
    }),
);
