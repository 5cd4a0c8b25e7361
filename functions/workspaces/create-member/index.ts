import { postEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoMemberStore } from '#shared/workspaces/store/dynamo-member-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = postEntry(operation, ({ core }) =>
  createHandler({ members: createDynamoMemberStore(core) }),
);
