import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/platform/network/guarded-http-client.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createMetrics, flushing, type Metrics } from '#shared/platform/runtime/metrics.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createSqsPublishQueue } from '#shared/publishing/adapters/sqs-publish-queue.ts';
import { publishJobSchema } from '#shared/publishing/domain/publish-job.ts';
import { createAuthorisationServers } from '#shared/publishing/networks/authorisation-servers.ts';
import { fetchGuarded } from '#shared/publishing/networks/fetch-guarded.ts';
import { createProviders } from '#shared/publishing/networks/providers.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoOAuthAppReader } from '#shared/publishing/store/dynamo-oauth-app-store.ts';
import { createDynamoPostRemovalReader } from '#shared/publishing/store/dynamo-post-removals.ts';
import { createDynamoPublicationStore } from '#shared/publishing/store/dynamo-publication-store.ts';
import { createDynamoTokenLeases } from '#shared/publishing/store/dynamo-token-leases.ts';
import { readStageApps } from '#shared/publishing/use-cases/find-app.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';
import { logFields } from './log-fields.ts';
import { meterProviders } from './meter-providers.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime | 'queueDelayLimit'> & { readonly metrics: Metrics };

export function createPorts(
  { dynamo, sqs, kms }: Omit<AwsClients, 'scheduler'>,
  env: Env,
  runtime: Pick<ConsumerRuntime, 'clock' | 'after' | 'log' | 'writeMetrics'>,
): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  const origins = env.NETWORK_ORIGINS;
  const guard = createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS });
  const http = createGuardedHttpClient(guard);
  return {
    store: createDynamoPublicationStore(core),
    removals: createDynamoPostRemovalReader(core),
    accounts: createDynamoAccountStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    media: createDynamoMediaStore(core),
    files: createS3FileStore(env),
    secrets: createKmsSecretBox(kms, env.SECRET_KEY_ID, runtime.clock),
    providers: createProviders({ http, ...runtime, origins }),
    servers: createAuthorisationServers({ fetch: fetchGuarded(http), clock: runtime.clock, origins }),
    apps: createDynamoOAuthAppReader(core),
    stageApps: readStageApps(env.OAUTH_APPS),
    tokenLeases: createDynamoTokenLeases(core),
    queue: createSqsPublishQueue(sqs, env.PUBLISH_QUEUE_URL),
    metrics: createMetrics(env.POWERTOOLS_METRICS_NAMESPACE, runtime.writeMetrics),
  };
}

export function createConsumer(
  { metrics, ...ports }: Ports,
  { clock, newNonce, backOff, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'backOff' | 'log'>,
  env: Pick<Env, 'QUEUE_DELAY_LIMIT'>,
) {
  const publish = createHandler({
    ...ports,
    providers: meterProviders(ports.providers, metrics),
    queueDelayLimit: env.QUEUE_DELAY_LIMIT,
    clock,
    newNonce,
    backOff,
    log,
  });
  return flushing(metrics, queueConsumer(publishJobSchema, log, publish, logFields));
}
