import { createDynamoPageReader } from '#shared/biolinks/store/dynamo-page-store.ts';
import { pageOrigin } from '#shared/platform/core/stage-hosts.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core, pageHost }) =>
  createHandler({
    pages: createDynamoPageReader(core),
    origin: pageOrigin(pageHost),
  }),
);
