import {
  type ConsumerProvisions,
  consumerEntry,
  scheduleParts,
  writtenMetrics,
} from '#shared/platform/entry/consumer-entry.ts';
import { createQueueLength } from '#shared/platform/queues/queue-length.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { createSqsNotificationQueue } from '#shared/webhooks/adapters/sqs-notification-queue.ts';
import { createDynamoAttemptRollUps } from '#shared/webhooks/store/dynamo-attempt-counts.ts';
import { createDynamoDueNotifications } from '#shared/webhooks/store/dynamo-notification-log.ts';
import { createDynamoRotationNotices } from '#shared/webhooks/store/dynamo-secret-rotations.ts';
import { createDynamoSweepStore } from '#shared/webhooks/store/dynamo-sweep-store.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

export function build(provisions: ConsumerProvisions<typeof consumer>) {
  const { core, deliveries, aws, deliveryQueue, slowQueue, clock, log } = provisions;
  const sqs = sqsClient(aws);
  return createHandler({
    store: createDynamoSweepStore(core, deliveries),
    rollUps: createDynamoAttemptRollUps(deliveries),
    dueNotifications: createDynamoDueNotifications(deliveries),
    rotationNotices: createDynamoRotationNotices(deliveries),
    notificationQueue: createSqsNotificationQueue(sqs, provisions.notificationQueue),
    queue: createSqsDeliveryQueue(sqs, deliveryQueue),
    queueLength: createQueueLength(sqs, deliveryQueue, slowQueue),
    queueLimit: provisions.sweepQueueLimit,
    metrics: provisions.metrics,
    clock,
    log,
  });
}

export const handler = consumerEntry(consumer, [scheduleParts, writtenMetrics], build);
