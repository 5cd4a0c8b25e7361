import { SQSClient } from '@aws-sdk/client-sqs';
import { createQueueLength } from '#shared/messaging/queue-length.ts';
import { createSqsDeliveryQueue } from '#shared/messaging/sqs-delivery-queue.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoSweepStore } from '#shared/store/dynamo-sweep-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createSweepDeliveriesHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const sqs = new SQSClient(SDK_LIMITS);

export const handler = createSweepDeliveriesHandler({
  store: createDynamoSweepStore(createTable(dynamo, env.CORE_TABLE), createTable(dynamo, env.DELIVERY_TABLE)),
  queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
  queueLength: createQueueLength(sqs, env.DELIVERY_QUEUE_URL, env.SLOW_QUEUE_URL),
  queueLimit: env.SWEEP_QUEUE_LIMIT,
  clock: systemClock,
  log: createLog('sweep-deliveries'),
});
