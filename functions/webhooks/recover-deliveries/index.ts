import { randomUUID } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { recoveryJobSchema } from '#shared/webhooks/domain/delivery-message.ts';
import { createDynamoDeliveryRequests } from '#shared/webhooks/store/dynamo-delivery-requests.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoRecoveryStore } from '#shared/webhooks/store/dynamo-recovery-store.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const core = createTable(dynamo, env.CORE_TABLE);
const deliveries = createTable(dynamo, env.DELIVERY_TABLE);
const log = createLog('recover-deliveries');

const recover = createHandler({
  endpoints: createDynamoEndpointStore(core),
  deliveries: createDynamoDeliveryStore(deliveries),
  recoveries: createDynamoRecoveryStore(core),
  requests: createDynamoDeliveryRequests(core, deliveries),
  queue: createSqsJobQueue(new SQSClient(SDK_LIMITS), env.RECOVERY_QUEUE_URL),
  clock: systemClock,
  newNonce: randomUUID,
  log,
});

export const handler = queueConsumer(recoveryJobSchema, log, recover, ({ endpointId, recoveryId }) => ({
  endpoint_id: endpointId,
  recovery_id: recoveryId,
}));
