import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createQueueLength } from '#shared/platform/queues/queue-length.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { createSqsNotificationQueue } from '#shared/webhooks/adapters/sqs-notification-queue.ts';
import { createDynamoAttemptRollUps } from '#shared/webhooks/store/dynamo-attempt-counts.ts';
import { createDynamoDueNotifications } from '#shared/webhooks/store/dynamo-notification-log.ts';
import { createDynamoRotationNotices } from '#shared/webhooks/store/dynamo-secret-rotations.ts';
import { createDynamoSweepStore } from '#shared/webhooks/store/dynamo-sweep-store.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime | 'queueLimit'>;

export function createPorts({ dynamo, sqs }: Pick<AwsClients, 'dynamo' | 'sqs'>, env: Env): Ports {
  const deliveries = createTable(dynamo, env.DELIVERY_TABLE);
  return {
    store: createDynamoSweepStore(createTable(dynamo, env.CORE_TABLE), deliveries),
    rollUps: createDynamoAttemptRollUps(deliveries),
    dueNotifications: createDynamoDueNotifications(deliveries),
    rotationNotices: createDynamoRotationNotices(deliveries),
    notificationQueue: createSqsNotificationQueue(sqs, env.NOTIFICATION_QUEUE_URL),
    queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
    queueLength: createQueueLength(sqs, env.DELIVERY_QUEUE_URL, env.SLOW_QUEUE_URL),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, log }: Pick<ConsumerRuntime, 'clock' | 'log'>,
  env: Pick<Env, 'SWEEP_QUEUE_LIMIT'>,
) {
  return createHandler({ ...ports, queueLimit: env.SWEEP_QUEUE_LIMIT, clock, log });
}
