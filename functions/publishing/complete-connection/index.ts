import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createSecrets, createTransitSecrets } from '#shared/platform/entry/secrets.ts';
import { systemBackOff } from '#shared/platform/runtime/system-random.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';
import { createAuthorisationServers } from '#shared/publishing/networks/authorisation-servers.ts';
import { createVerification } from '#shared/publishing/networks/verification.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoConnectClaims } from '#shared/publishing/store/dynamo-connect-claims.ts';
import { createDynamoOAuthAppReader } from '#shared/publishing/store/dynamo-oauth-app-store.ts';
import { readStageApps } from '#shared/publishing/use-cases/find-app.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], (provided) => {
  const { core, accountKey, oauthAppKey, connectTransitKey, oauthApps, networkOrigins } = provided;
  const { apiHosts, apiOrigins, allowedHosts, clock, log } = provided;
  const services = { clock, after: systemTimer, log, origins: networkOrigins };
  const { fetch, networks } = createVerification({ allowedHosts, apiHosts, apiOrigins }, services);
  const flowSecrets = createTransitSecrets(connectTransitKey, clock);
  return createHandler({
    accounts: createDynamoAccountStore(core),
    apps: createDynamoOAuthAppReader(core),
    stageApps: readStageApps(oauthApps),
    connectClaims: createDynamoConnectClaims(core),
    endpoints: createDynamoEndpointDirectory(core),
    servers: createAuthorisationServers({ fetch, clock, origins: networkOrigins }),
    secrets: createSecrets(accountKey, clock),
    appSecrets: createSecrets(oauthAppKey, clock),
    stateSecrets: flowSecrets,
    codeSecrets: flowSecrets,
    networks,
    backOff: systemBackOff,
  });
});
