import { randomUUID } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { recoveryJobSchema } from '#shared/domain/delivery/recovery.ts';
import { queueConsumer } from '#shared/messaging/queue-consumer.ts';
import { createSqsJobQueue } from '#shared/messaging/sqs-job-queue.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoDeliveryRequests } from '#shared/store/dynamo-delivery-requests.ts';
import { createDynamoDeliveryStore } from '#shared/store/dynamo-delivery-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createDynamoRecoveryStore } from '#shared/store/dynamo-recovery-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createRecoverDeliveriesHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const core = createTable(dynamo, env.CORE_TABLE);
const deliveries = createTable(dynamo, env.DELIVERY_TABLE);
const log = createLog('recover-deliveries');

const recover = createRecoverDeliveriesHandler({
  endpoints: createDynamoEndpointStore(core),
  deliveries: createDynamoDeliveryStore(deliveries),
  recoveries: createDynamoRecoveryStore(core),
  requests: createDynamoDeliveryRequests(core, deliveries),
  queue: createSqsJobQueue(new SQSClient(SDK_LIMITS), env.RECOVERY_QUEUE_URL),
  clock: systemClock,
  newNonce: randomUUID,
  log,
});

export const handler = queueConsumer(recoveryJobSchema, log, recover, ({ endpoint_id, recovery_id }) => ({
  endpoint_id,
  recovery_id,
}));
