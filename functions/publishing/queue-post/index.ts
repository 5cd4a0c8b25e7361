import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { systemRandom } from '#shared/platform/runtime/system-random.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDynamoPostingQueueReader } from '#shared/publishing/store/dynamo-posting-queue-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    posts: createDynamoPostStore(core),
    accounts: createDynamoAccountStore(core),
    media: createDynamoMediaStore(core),
    workspaces: createDynamoWorkspaceStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    postingQueue: createDynamoPostingQueueReader(core),
    random: systemRandom,
  }),
);
