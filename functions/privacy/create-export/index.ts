import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createDynamoWorkspaceExports } from '#shared/privacy/store/dynamo-workspace-exports.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({ exports: createDynamoWorkspaceExports(core) }),
);
