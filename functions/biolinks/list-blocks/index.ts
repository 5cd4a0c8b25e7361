import { createDynamoBlockReader } from '#shared/biolinks/store/dynamo-block-store.ts';
import { createDynamoPageReader } from '#shared/biolinks/store/dynamo-page-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    pages: createDynamoPageReader(core),
    blocks: createDynamoBlockReader(core),
  }),
);
