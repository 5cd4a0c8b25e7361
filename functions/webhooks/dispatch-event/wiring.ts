import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoEventLog } from '#shared/events/store/dynamo-event-log.ts';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createDynamoRateCounter } from '#shared/platform/store/dynamo-rate-counter.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { createSqsNotificationQueue } from '#shared/webhooks/adapters/sqs-notification-queue.ts';
import { readDispatchRecord } from '#shared/webhooks/store/dispatch-record.ts';
import { createDynamoEndpointShards } from '#shared/webhooks/store/dynamo-endpoint-shards.ts';
import { createLogEvents } from '#shared/webhooks/use-cases/log-events.ts';
import type { Env } from './env.ts';
import { createCountAttempts } from './growing-endpoints.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts(
  { dynamo, sqs }: Pick<AwsClients, 'dynamo' | 'sqs'>,
  env: Env,
  { clock, log }: Pick<ConsumerRuntime, 'clock' | 'log'>,
): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  return {
    queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
    quarantine: createQuarantine(sqs, env.QUARANTINED_EVENTS_QUEUE_URL),
    recoveries: createSqsJobQueue(sqs, env.RECOVERY_QUEUE_URL),
    notificationQueue: createSqsNotificationQueue(sqs, env.NOTIFICATION_QUEUE_URL),
    readRecord: readDispatchRecord,
    logEvents: createLogEvents({
      eventLog: createDynamoEventLog(createTable(dynamo, env.DELIVERY_TABLE)),
      clock,
    }),
    countAttempts: createCountAttempts({
      counter: createDynamoRateCounter(core),
      shards: createDynamoEndpointShards(core),
      clock,
      log,
    }),
  };
}

export function createConsumer(ports: Ports, { log }: Pick<ConsumerRuntime, 'log'>) {
  return createHandler({ ...ports, log });
}
