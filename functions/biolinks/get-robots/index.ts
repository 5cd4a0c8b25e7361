import { createPageFinder } from '#shared/biolinks/render/page-finder.ts';
import { createDynamoPublicPageStore } from '#shared/biolinks/store/dynamo-public-page-store.ts';
import { capabilities, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [capabilities], ({ core, apiHosts, pageHost }) => {
  const store = createDynamoPublicPageStore(core);
  const finder = createPageFinder({ store, pageHost, apiHosts });
  return createHandler({ finder });
});
