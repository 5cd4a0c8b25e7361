import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { deliveryJobSchema } from '#shared/domain/delivery/delivery-job.ts';
import { queueConsumer } from '#shared/messaging/queue-consumer.ts';
import { createRetryPlanner } from '#shared/messaging/retry-planner.ts';
import { createSqsDeliveryQueue } from '#shared/messaging/sqs-delivery-queue.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createKmsClient, createKmsSecretBox } from '#shared/runtime/kms-secret-box.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoDeliveryStore } from '#shared/store/dynamo-delivery-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createDynamoEventStore } from '#shared/store/dynamo-event-store.ts';
import { createTable } from '#shared/store/table.ts';
import { createAddressGuard } from '#shared/webhook/address-guard.ts';
import { createWebhookSender } from '#shared/webhook/webhook-sender.ts';
import { envSchema } from './env.ts';
import { createDeliverWebhookHandler } from './handler.ts';
import { createAttemptSender } from './send-attempt.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const core = createTable(dynamo, env.CORE_TABLE);
const log = createLog('deliver-webhook');
const secrets = createKmsSecretBox(createKmsClient(), env.SECRET_KEY_ID, systemClock);
const guard = createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS });

const deliver = createDeliverWebhookHandler({
  endpoints: createDynamoEndpointStore(core),
  events: createDynamoEventStore(core),
  deliveries: createDynamoDeliveryStore(createTable(dynamo, env.DELIVERY_TABLE)),
  planner: createRetryPlanner(
    createSqsDeliveryQueue(new SQSClient(SDK_LIMITS), env.DELIVERY_QUEUE_URL),
    new SchedulerClient(SDK_LIMITS),
    {
      group: env.RETRY_SCHEDULE_GROUP,
      roleArn: env.RETRY_SCHEDULE_ROLE_ARN,
      queueArn: env.DELIVERY_QUEUE_ARN,
      deadLetterArn: env.RETRY_DEAD_LETTER_ARN,
    },
    env.QUEUE_DELAY_LIMIT,
  ),
  sendAttempt: createAttemptSender(secrets, createWebhookSender({ guard })),
  retryDelays: env.RETRY_DELAYS,
  clock: systemClock,
  random: Math.random,
  log,
});

export const handler = queueConsumer(deliveryJobSchema, log, deliver);
