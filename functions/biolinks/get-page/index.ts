import { pageOrigin } from '#shared/biolinks/domain/public-url.ts';
import { createDynamoPageReader } from '#shared/biolinks/store/dynamo-page-store.ts';
import { httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, ({ core, pageHost }) =>
  createHandler({
    pages: createDynamoPageReader(core),
    origin: pageOrigin(pageHost),
  }),
);
