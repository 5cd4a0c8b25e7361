import { createDynamoPageDayReader } from '#shared/biolinks/store/dynamo-page-day-store.ts';
import { createDynamoPageReader } from '#shared/biolinks/store/dynamo-page-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    pages: createDynamoPageReader(core),
    workspaces: createDynamoWorkspaceReader(core),
    days: createDynamoPageDayReader(core),
  }),
);
