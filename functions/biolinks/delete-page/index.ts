import { createDynamoPageDayStore } from '#shared/biolinks/store/dynamo-page-day-store.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    pages: createDynamoPageStore(core),
    days: createDynamoPageDayStore(core),
  }),
);
