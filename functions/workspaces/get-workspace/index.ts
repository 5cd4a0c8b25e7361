import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { createDynamoWorkspaceDeletionReader } from '#shared/workspaces/store/dynamo-workspace-deletions.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    workspaces: createDynamoWorkspaceReader(core),
    deletions: createDynamoWorkspaceDeletionReader(core),
  }),
);
