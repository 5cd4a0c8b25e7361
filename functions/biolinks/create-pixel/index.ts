import { createDynamoPixelStore } from '#shared/biolinks/store/dynamo-pixel-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({ pixels: createDynamoPixelStore(core) }),
);
