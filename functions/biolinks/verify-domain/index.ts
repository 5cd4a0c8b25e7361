import { createDnsTxtResolver } from '#shared/biolinks/adapters/dns-txt-resolver.ts';
import { createDynamoPageDomainStore } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    domains: createDynamoPageDomainStore(core),
    dns: createDnsTxtResolver(),
  }),
);
