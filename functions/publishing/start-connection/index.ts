import { generateRandomCodeVerifier } from 'oauth4webapi';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createTransitSecrets } from '#shared/platform/entry/secrets.ts';
import { createAuthorisationServers } from '#shared/publishing/networks/authorisation-servers.ts';
import { createDynamoAccountReader } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoOAuthAppReader } from '#shared/publishing/store/dynamo-oauth-app-store.ts';
import { readStageApps } from '#shared/publishing/use-cases/find-app.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller, storedResponses],
  ({ core, connectTransitKey, oauthApps, networkOrigins, connectRedirectOrigins, clock }) =>
    createHandler({
      apps: createDynamoOAuthAppReader(core),
      stageApps: readStageApps(oauthApps),
      accounts: createDynamoAccountReader(core),
      servers: createAuthorisationServers({ fetch, clock, origins: networkOrigins }),
      stateSecrets: createTransitSecrets(connectTransitKey, clock),
      redirectOrigins: connectRedirectOrigins,
      newVerifier: generateRandomCodeVerifier,
    }),
);
