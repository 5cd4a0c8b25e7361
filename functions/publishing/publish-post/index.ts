import { randomUUID } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/platform/network/guarded-http-client.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createKmsClient, createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createMetrics, flushing, writeToLog } from '#shared/platform/runtime/metrics.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createS3FileStore } from '#shared/publishing/adapters/s3-file-store.ts';
import { createSqsPublishQueue } from '#shared/publishing/adapters/sqs-publish-queue.ts';
import { publishJobSchema } from '#shared/publishing/domain/publish-job.ts';
import { createProviders } from '#shared/publishing/networks/providers.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoMediaStore } from '#shared/publishing/store/dynamo-media-store.ts';
import { createDynamoPublicationStore } from '#shared/publishing/store/dynamo-publication-store.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';
import { logFields } from './log-fields.ts';
import { meterProviders } from './meter-providers.ts';

const env = parseEnv(envSchema, process.env);
const log = createLog('publish-post');
const metrics = createMetrics(env.POWERTOOLS_METRICS_NAMESPACE, writeToLog);
const core = createTable(createDynamoClient(), env.CORE_TABLE);
const guard = createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS });
const http = createGuardedHttpClient(guard);

const publish = createHandler({
  store: createDynamoPublicationStore(core),
  accounts: createDynamoAccountStore(core),
  endpoints: createDynamoEndpointDirectory(core),
  media: createDynamoMediaStore(core),
  files: createS3FileStore(env),
  secrets: createKmsSecretBox(createKmsClient(), env.SECRET_KEY_ID, systemClock),
  providers: meterProviders(createProviders({ http, clock: systemClock, after: systemTimer, log }), metrics),
  queue: createSqsPublishQueue(new SQSClient(SDK_LIMITS), env.PUBLISH_QUEUE_URL),
  queueDelayLimit: env.QUEUE_DELAY_LIMIT,
  clock: systemClock,
  newNonce: randomUUID,
  log,
});

export const handler = flushing(metrics, queueConsumer(publishJobSchema, log, publish, logFields));
