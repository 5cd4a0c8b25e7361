import { createDynamoPixelStore } from '#shared/biolinks/store/dynamo-pixel-store.ts';
import { postEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = postEntry(operation, ({ core }) =>
  createHandler({ pixels: createDynamoPixelStore(core) }),
);
