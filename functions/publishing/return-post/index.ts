import { postEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = postEntry(operation, ({ core }) =>
  createHandler({
    posts: createDynamoPostStore(core),
  }),
);
