import { SQSClient } from '@aws-sdk/client-sqs';
import { createQueueLength } from '#shared/platform/queues/queue-length.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { createDynamoSweepStore } from '#shared/webhooks/store/dynamo-sweep-store.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const sqs = new SQSClient(SDK_LIMITS);

export const handler = createHandler({
  store: createDynamoSweepStore(createTable(dynamo, env.CORE_TABLE), createTable(dynamo, env.DELIVERY_TABLE)),
  queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
  queueLength: createQueueLength(sqs, env.DELIVERY_QUEUE_URL, env.SLOW_QUEUE_URL),
  queueLimit: env.SWEEP_QUEUE_LIMIT,
  clock: systemClock,
  log: createLog('sweep-deliveries'),
});
