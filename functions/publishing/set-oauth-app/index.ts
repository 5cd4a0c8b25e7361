import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createDynamoOAuthAppStore } from '#shared/publishing/store/dynamo-oauth-app-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core, oauthAppKey, clock }) =>
  createHandler({
    apps: createDynamoOAuthAppStore(core),
    appSecrets: createSecrets(oauthAppKey, clock),
  }),
);
