import { httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDynamoPostTrash } from '#shared/publishing/store/dynamo-post-trash.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, ({ core, log }) =>
  createHandler({
    posts: createDynamoPostStore(core),
    bin: createDynamoPostTrash(core, log),
    endpoints: createDynamoEndpointStore(core),
  }),
);
