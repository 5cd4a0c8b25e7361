import { createDynamoPageDomainStore } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import { pageOrigin } from '#shared/platform/core/stage-hosts.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core, pageHost }) =>
  createHandler({
    pages: createDynamoPageStore(core),
    domains: createDynamoPageDomainStore(core),
    origin: pageOrigin(pageHost),
  }),
);
