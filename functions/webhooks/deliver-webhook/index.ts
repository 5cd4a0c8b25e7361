import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createDynamoEventStore } from '#shared/events/store/dynamo-event-store.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createKmsClient, createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createMetrics, flushing, writeToLog } from '#shared/platform/runtime/metrics.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createRetryPlanner } from '#shared/webhooks/adapters/retry-planner.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { deliveryJobSchema, deliveryLogFields } from '#shared/webhooks/domain/delivery-message.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { createDynamoDeferredDeliveries } from '#shared/webhooks/store/dynamo-deferred-deliveries.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointHealth } from '#shared/webhooks/store/dynamo-endpoint-health.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDeliveryMeter } from './delivery-meter.ts';
import { createEndpointBreaker } from './endpoint-breaker.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';
import { createAttemptSender } from './send-attempt.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const core = createTable(dynamo, env.CORE_TABLE);
const log = createLog('deliver-webhook');
const metrics = createMetrics(env.POWERTOOLS_METRICS_NAMESPACE, writeToLog);
const meter = createDeliveryMeter(metrics, systemClock);
const secrets = createKmsSecretBox(createKmsClient(), env.SECRET_KEY_ID, systemClock);
const guard = createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS });

const deliveries = createTable(dynamo, env.DELIVERY_TABLE);
const sqs = new SQSClient(SDK_LIMITS);

const breaker = createEndpointBreaker({
  health: createDynamoEndpointHealth(core),
  deferred: meter.deferring(createDynamoDeferredDeliveries(deliveries)),
  slowLane: createSqsDeliveryQueue(sqs, env.SLOW_QUEUE_URL),
  releases: createSqsJobQueue(sqs, env.RELEASE_QUEUE_URL),
  deferSeconds: env.DEFER_SECONDS,
  probeSeconds: env.PROBE_SECONDS,
  clock: systemClock,
  random: Math.random,
  after: systemTimer,
  log,
});

const deliver = createHandler({
  endpoints: createDynamoEndpointStore(core),
  events: createDynamoEventStore(core),
  deliveries: meter.attempts(createDynamoDeliveryStore(deliveries)),
  planner: createRetryPlanner(
    createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
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
  breaker,
  retryDelays: env.RETRY_DELAYS,
  clock: systemClock,
  random: Math.random,
  log,
});

const consume = queueConsumer(deliveryJobSchema, log, meter.lateness(deliver), deliveryLogFields);
export const handler = flushing(metrics, consume);
