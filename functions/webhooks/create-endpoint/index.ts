import { randomBytes } from 'node:crypto';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { sealedResponses } from '#shared/platform/entry/sealed-responses.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller, sealedResponses],
  ({ core, signingKey, apiHosts, allowedHosts, clock }) =>
    createHandler({
      endpoints: createDynamoEndpointStore(core),
      workspaces: createDynamoWorkspaceStore(core),
      secrets: createSecrets(signingKey, clock),
      guard: createAddressGuard({ allowedHosts, apiHosts }),
      randomBytes,
    }),
);
