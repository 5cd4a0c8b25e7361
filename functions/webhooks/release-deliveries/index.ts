import { SQSClient } from '@aws-sdk/client-sqs';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { releaseJobSchema } from '#shared/webhooks/domain/release-job.ts';
import { createDynamoDeferredDeliveries } from '#shared/webhooks/store/dynamo-deferred-deliveries.ts';
import { createDynamoEndpointHealth } from '#shared/webhooks/store/dynamo-endpoint-health.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const core = createTable(dynamo, env.CORE_TABLE);
const sqs = new SQSClient(SDK_LIMITS);
const log = createLog('release-deliveries');

const release = createHandler({
  endpoints: createDynamoEndpointStore(core),
  health: createDynamoEndpointHealth(core),
  deferred: createDynamoDeferredDeliveries(createTable(dynamo, env.DELIVERY_TABLE)),
  queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
  slowLane: createSqsDeliveryQueue(sqs, env.SLOW_QUEUE_URL),
  releases: createSqsJobQueue(sqs, env.RELEASE_QUEUE_URL),
  probeSeconds: env.PROBE_SECONDS,
  clock: systemClock,
  log,
});

export const handler = queueConsumer(releaseJobSchema, log, release, ({ endpointId }) => ({
  endpoint_id: endpointId,
}));
