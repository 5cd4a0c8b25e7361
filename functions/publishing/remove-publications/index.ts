import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/platform/network/guarded-http-client.ts';
import { userAgentOf } from '#shared/platform/network/user-agent.ts';
import { createAuthorisationServers } from '#shared/publishing/networks/authorisation-servers.ts';
import { fetchGuarded } from '#shared/publishing/networks/fetch-guarded.ts';
import { createProviders } from '#shared/publishing/networks/providers.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoOAuthAppReader } from '#shared/publishing/store/dynamo-oauth-app-store.ts';
import { createDynamoPostRemovals } from '#shared/publishing/store/dynamo-post-removals.ts';
import { createDynamoTokenLeases } from '#shared/publishing/store/dynamo-token-leases.ts';
import { readStageApps } from '#shared/publishing/use-cases/find-app.ts';
import { consumer } from './consumer.ts';
import { createHandler, type Dependencies } from './handler.ts';

/** `replaced` are ports of a test. */
export function build(provisions: ConsumerProvisions<typeof consumer>, replaced: Partial<Dependencies> = {}) {
  const { core, accountKey, allowedHosts, apiHosts, networkOrigins: origins } = provisions;
  const { clock, after, newNonce, backOff, log } = provisions;
  const guard = createAddressGuard({ allowedHosts, apiHosts });
  const http = createGuardedHttpClient(guard, userAgentOf(provisions.apiOrigins));
  return createHandler({
    removals: createDynamoPostRemovals(core),
    accounts: createDynamoAccountStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    secrets: createSecrets(accountKey, clock),
    providers: createProviders({ http, clock, after, log, origins }),
    servers: createAuthorisationServers({ fetch: fetchGuarded(http), clock, origins }),
    apps: createDynamoOAuthAppReader(core),
    stageApps: readStageApps(provisions.oauthApps),
    tokenLeases: createDynamoTokenLeases(core),
    clock,
    newNonce,
    backOff,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [queueMessages], build);
