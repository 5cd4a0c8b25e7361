import { randomInt } from 'node:crypto';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { sealedResponses } from '#shared/platform/entry/sealed-responses.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { generateApiKey } from '#shared/platform/runtime/api-key.ts';
import { createDynamoManagedKeyStore } from '#shared/workspaces/store/dynamo-managed-key-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, sealedResponses], ({ core }) =>
  createHandler({
    workspaces: createDynamoWorkspaceStore(core),
    keys: createDynamoManagedKeyStore(core),
    generateKey: () => generateApiKey((below) => randomInt(below)),
  }),
);
