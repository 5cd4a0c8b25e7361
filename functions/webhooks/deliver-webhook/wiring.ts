import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoEventStore } from '#shared/events/store/dynamo-event-store.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createMetrics, flushing, type Metrics } from '#shared/platform/runtime/metrics.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createRetryPlanner } from '#shared/webhooks/adapters/retry-planner.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { createSqsNotificationQueue } from '#shared/webhooks/adapters/sqs-notification-queue.ts';
import { deliveryJobSchema, deliveryLogFields } from '#shared/webhooks/domain/delivery-message.ts';
import type { AttemptCounts } from '#shared/webhooks/ports/attempt-counts.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { createDynamoAttemptCounts } from '#shared/webhooks/store/dynamo-attempt-counts.ts';
import { createDynamoDeferredDeliveries } from '#shared/webhooks/store/dynamo-deferred-deliveries.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointHealth } from '#shared/webhooks/store/dynamo-endpoint-health.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoNotificationTargetReader } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createAttemptCounting } from './count-attempts.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Settings = 'retryDelays' | 'deferSeconds' | 'probeSeconds';
type Ports = Omit<Dependencies, keyof ConsumerRuntime | Settings> & {
  readonly metrics: Metrics;
  readonly counts: AttemptCounts;
};

export function createPorts(
  { dynamo, sqs, scheduler, kms }: AwsClients,
  env: Env,
  { clock, writeMetrics }: Pick<ConsumerRuntime, 'clock' | 'writeMetrics'>,
): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  const deliveries = createTable(dynamo, env.DELIVERY_TABLE);
  const guard = createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS });
  const schedules = {
    group: env.RETRY_SCHEDULE_GROUP,
    roleArn: env.RETRY_SCHEDULE_ROLE_ARN,
    queueArn: env.DELIVERY_QUEUE_ARN,
    deadLetterArn: env.RETRY_DEAD_LETTER_ARN,
  };
  const queue = createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL);
  return {
    endpoints: createDynamoEndpointStore(core),
    events: createDynamoEventStore(core),
    deliveries: createDynamoDeliveryStore(deliveries),
    counts: createDynamoAttemptCounts(deliveries),
    health: createDynamoEndpointHealth(core),
    deferred: createDynamoDeferredDeliveries(deliveries),
    planner: createRetryPlanner(queue, scheduler, schedules, env.QUEUE_DELAY_LIMIT),
    slowLane: createSqsDeliveryQueue(sqs, env.SLOW_QUEUE_URL),
    releases: createSqsJobQueue(sqs, env.RELEASE_QUEUE_URL),
    secrets: createKmsSecretBox(kms, env.SECRET_KEY_ID, clock),
    sender: createWebhookSender({ guard }),
    notificationTargets: createDynamoNotificationTargetReader(core),
    notificationQueue: createSqsNotificationQueue(sqs, env.NOTIFICATION_QUEUE_URL),
    metrics: createMetrics(env.POWERTOOLS_METRICS_NAMESPACE, writeMetrics),
  };
}

export function createConsumer(
  { counts, ...ports }: Ports,
  {
    clock,
    random,
    newNonce,
    after,
    log,
  }: Pick<ConsumerRuntime, 'clock' | 'random' | 'newNonce' | 'after' | 'log'>,
  env: Pick<Env, 'RETRY_DELAYS' | 'DEFER_SECONDS' | 'PROBE_SECONDS'>,
) {
  const counting = createAttemptCounting({ counts, clock, newNonce, log });
  const deliver = createHandler({
    ...ports,
    retryDelays: env.RETRY_DELAYS,
    deferSeconds: env.DEFER_SECONDS,
    probeSeconds: env.PROBE_SECONDS,
    clock,
    random,
    after,
    log,
  });
  return flushing(ports.metrics, async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batch = counting.startBatch();
    const consume = queueConsumer(
      deliveryJobSchema,
      log,
      (job, message) => deliver(job, { ...message, counts: batch }),
      deliveryLogFields,
    );
    const { batchItemFailures } = await consume(event);
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const messageId of await batch.finish()) failed.add(messageId);
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
  });
}
