import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoManagedKeyStore } from '#shared/workspaces/store/dynamo-managed-key-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ keys: createDynamoManagedKeyStore(core) }),
);
