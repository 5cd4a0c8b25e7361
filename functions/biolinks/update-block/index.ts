import { createDynamoBlockStore } from '#shared/biolinks/store/dynamo-block-store.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    pages: createDynamoPageStore(core),
    blocks: createDynamoBlockStore(core),
  }),
);
