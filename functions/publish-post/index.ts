import { randomUUID } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { publishJobSchema } from '#shared/domain/posts/publish-job.ts';
import { queueConsumer } from '#shared/messaging/queue-consumer.ts';
import { createSqsPublishQueue } from '#shared/messaging/sqs-publish-queue.ts';
import { createAddressGuard } from '#shared/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/network/guarded-http-client.ts';
import { createProviders } from '#shared/publishing/providers.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createKmsClient, createKmsSecretBox } from '#shared/runtime/kms-secret-box.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createMetrics, flushing, writeToLog } from '#shared/runtime/metrics.ts';
import { createS3FileStore } from '#shared/runtime/s3-file-store.ts';
import { systemTimer } from '#shared/runtime/timer.ts';
import { createDynamoAccountStore } from '#shared/store/dynamo-account-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createDynamoMediaStore } from '#shared/store/dynamo-media-store.ts';
import { createDynamoPublicationStore } from '#shared/store/dynamo-publication-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { fieldsOf } from './fields-of.ts';
import { createPublishPostHandler } from './handler.ts';
import { meterProviders } from './meter-providers.ts';

const env = parseEnv(envSchema, process.env);
const log = createLog('publish-post');
const metrics = createMetrics(env.POWERTOOLS_METRICS_NAMESPACE, writeToLog);
const core = createTable(createDynamoClient(), env.CORE_TABLE);
const guard = createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS });
const http = createGuardedHttpClient(guard);

const publish = createPublishPostHandler({
  store: createDynamoPublicationStore(core),
  accounts: createDynamoAccountStore(core),
  endpoints: createDynamoEndpointStore(core),
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

export const handler = flushing(metrics, queueConsumer(publishJobSchema, log, publish, fieldsOf));
