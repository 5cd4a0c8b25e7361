import { randomInt } from 'node:crypto';
import { secretPostEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { generateApiKey } from '#shared/platform/runtime/api-key.ts';
import { createSecrets } from '#shared/platform/runtime/kms-secret-box.ts';
import { createDynamoManagedKeyStore } from '#shared/workspaces/store/dynamo-managed-key-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = secretPostEntry(operation, createSecrets, ({ core, consoleHosts, pageHost }) =>
  createHandler({
    workspaces: createDynamoWorkspaceStore(core),
    keys: createDynamoManagedKeyStore(core),
    hosts: { consoleHosts, pageHost },
    generateKey: () => generateApiKey((below) => randomInt(below)),
  }),
);
