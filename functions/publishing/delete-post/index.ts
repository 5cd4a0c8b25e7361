import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoPostRemovalReader } from '#shared/publishing/store/dynamo-post-removals.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDynamoPostTrash } from '#shared/publishing/store/dynamo-post-trash.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core, log }) =>
  createHandler({
    posts: createDynamoPostStore(core),
    trash: createDynamoPostTrash(core, log),
    postRemovals: createDynamoPostRemovalReader(core),
    endpoints: createDynamoEndpointDirectory(core),
  }),
);
