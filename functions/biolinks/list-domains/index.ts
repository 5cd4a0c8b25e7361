import { pageOrigin } from '#shared/biolinks/domain/public-url.ts';
import { createDynamoPageDomainReader } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, ({ core, pageHost }) =>
  createHandler({
    domains: createDynamoPageDomainReader(core),
    defaultHost: new URL(pageOrigin(pageHost)).host,
  }),
);
