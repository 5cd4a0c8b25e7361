import { SQSClient } from '@aws-sdk/client-sqs';
import { releaseJobSchema } from '#shared/domain/delivery/release.ts';
import { queueConsumer } from '#shared/messaging/queue-consumer.ts';
import { createSqsDeliveryQueue } from '#shared/messaging/sqs-delivery-queue.ts';
import { createSqsJobQueue } from '#shared/messaging/sqs-job-queue.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoEndpointHealth } from '#shared/store/dynamo-endpoint-health.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createDynamoParkedDeliveries } from '#shared/store/dynamo-parked-deliveries.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createReleaseDeliveriesHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const core = createTable(dynamo, env.CORE_TABLE);
const sqs = new SQSClient(SDK_LIMITS);
const log = createLog('release-deliveries');

const release = createReleaseDeliveriesHandler({
  endpoints: createDynamoEndpointStore(core),
  health: createDynamoEndpointHealth(core),
  parked: createDynamoParkedDeliveries(createTable(dynamo, env.DELIVERY_TABLE)),
  queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
  slowLane: createSqsDeliveryQueue(sqs, env.SLOW_QUEUE_URL),
  releases: createSqsJobQueue(sqs, env.RELEASE_QUEUE_URL),
  probeSeconds: env.PROBE_SECONDS,
  clock: systemClock,
  log,
});

export const handler = queueConsumer(releaseJobSchema, log, release, ({ endpoint_id }) => ({ endpoint_id }));
