import { createDynamoMediaReader } from '#shared/files/store/dynamo-media-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { createDynamoAccountReader } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoTagReader } from '#shared/publishing/store/dynamo-tag-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    accounts: createDynamoAccountReader(core),
    tags: createDynamoTagReader(core),
    media: createDynamoMediaReader(core),
    workspaces: createDynamoWorkspaceReader(core),
  }),
);
