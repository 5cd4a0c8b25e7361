import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoMemberReader } from '#shared/workspaces/store/dynamo-member-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ members: createDynamoMemberReader(core) }),
);
