import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/platform/network/guarded-http-client.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createAuthorisationServers } from '#shared/publishing/networks/authorisation-servers.ts';
import { fetchGuarded } from '#shared/publishing/networks/fetch-guarded.ts';
import { createProviders } from '#shared/publishing/networks/providers.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoOAuthAppReader } from '#shared/publishing/store/dynamo-oauth-app-store.ts';
import { createDynamoPostRemovals } from '#shared/publishing/store/dynamo-post-removals.ts';
import { createDynamoTokenLeases } from '#shared/publishing/store/dynamo-token-leases.ts';
import { readStageApps } from '#shared/publishing/use-cases/find-app.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts(
  { dynamo, kms }: Pick<AwsClients, 'dynamo' | 'kms'>,
  env: Env,
  runtime: Pick<ConsumerRuntime, 'clock' | 'after' | 'log'>,
): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  const origins = env.NETWORK_ORIGINS;
  const guard = createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS });
  const http = createGuardedHttpClient(guard);
  return {
    removals: createDynamoPostRemovals(core),
    accounts: createDynamoAccountStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    secrets: createKmsSecretBox(kms, env.SECRET_KEY_ID, runtime.clock),
    providers: createProviders({ http, ...runtime, origins }),
    servers: createAuthorisationServers({ fetch: fetchGuarded(http), clock: runtime.clock, origins }),
    apps: createDynamoOAuthAppReader(core),
    stageApps: readStageApps(env.OAUTH_APPS),
    tokenLeases: createDynamoTokenLeases(core),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, newNonce, backOff, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'backOff' | 'log'>,
) {
  const remove = createHandler({ ...ports, clock, newNonce, backOff, log });
  return queueConsumer(scheduledJobSchema, log, remove, logFieldsDue);
}
