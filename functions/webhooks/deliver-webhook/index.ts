import { createDynamoEventStore } from '#shared/events/store/dynamo-event-store.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
  writtenMetrics,
} from '#shared/platform/entry/consumer-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { schedulerClient, sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { createRetryPlanner } from '#shared/webhooks/adapters/retry-planner.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { createSqsNotificationQueue } from '#shared/webhooks/adapters/sqs-notification-queue.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { createDynamoAttemptCounts } from '#shared/webhooks/store/dynamo-attempt-counts.ts';
import { createDynamoDeferredDeliveries } from '#shared/webhooks/store/dynamo-deferred-deliveries.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointHealth } from '#shared/webhooks/store/dynamo-endpoint-health.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoNotificationTargetReader } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { consumer } from './consumer.ts';
import { createBatchHandler, type BatchDependencies } from './deliver-batch.ts';

/** `replaced` are ports of a test. */
export function build(
  provisions: ConsumerProvisions<typeof consumer>,
  replaced: Partial<BatchDependencies> = {},
) {
  const { core, deliveries, aws, signingKey, retrySchedules, allowedHosts, apiHosts } = provisions;
  const { retryDelays, queueDelayLimit, deferSeconds, probeSeconds } = provisions;
  const { clock, random, newNonce, after, log, metrics } = provisions;
  const sqs = sqsClient(aws);
  const queue = createSqsDeliveryQueue(sqs, provisions.deliveryQueue);
  const schedules = {
    ...retrySchedules,
    queueArn: provisions.deliveryQueueArn,
    deadLetterArn: provisions.retryDeadLetterArn,
  };
  return createBatchHandler({
    endpoints: createDynamoEndpointStore(core),
    events: createDynamoEventStore(core),
    deliveries: createDynamoDeliveryStore(deliveries),
    counts: createDynamoAttemptCounts(deliveries),
    health: createDynamoEndpointHealth(core),
    deferred: createDynamoDeferredDeliveries(deliveries),
    planner: createRetryPlanner(queue, schedulerClient(aws), schedules, queueDelayLimit),
    slowLane: createSqsDeliveryQueue(sqs, provisions.slowQueue),
    releases: createSqsJobQueue(sqs, provisions.releaseQueue),
    secrets: createSecrets(signingKey, clock),
    sender: createWebhookSender({ guard: createAddressGuard({ allowedHosts, apiHosts }) }),
    notificationTargets: createDynamoNotificationTargetReader(core),
    notificationQueue: createSqsNotificationQueue(sqs, provisions.notificationQueue),
    retryDelays,
    deferSeconds,
    probeSeconds,
    metrics,
    clock,
    random,
    newNonce,
    after,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [queueMessages, writtenMetrics], build);
