import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    posts: createDynamoPostStore(core),
    workspaces: createDynamoWorkspaceStore(core),
  }),
);
