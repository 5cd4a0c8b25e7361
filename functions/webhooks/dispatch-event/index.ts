import { createDynamoEventLog } from '#shared/events/store/dynamo-event-log.ts';
import { type ConsumerProvisions, consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { createDynamoRateCounter } from '#shared/platform/store/dynamo-rate-counter.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { createSqsNotificationQueue } from '#shared/webhooks/adapters/sqs-notification-queue.ts';
import { readDispatchRecord } from '#shared/webhooks/store/dispatch-record.ts';
import { createDynamoEndpointShards } from '#shared/webhooks/store/dynamo-endpoint-shards.ts';
import { createLogEvents } from '#shared/webhooks/use-cases/log-events.ts';
import { consumer } from './consumer.ts';
import { createCountAttempts } from './growing-endpoints.ts';
import { createHandler } from './handler.ts';

export function build(provisions: ConsumerProvisions<typeof consumer>) {
  const { core, deliveries, aws, clock, log } = provisions;
  const sqs = sqsClient(aws);
  return createHandler({
    queue: createSqsDeliveryQueue(sqs, provisions.deliveryQueue),
    quarantine: createQuarantine(sqs, provisions.quarantinedEventsQueue),
    recoveries: createSqsJobQueue(sqs, provisions.recoveryQueue),
    notificationQueue: createSqsNotificationQueue(sqs, provisions.notificationQueue),
    readRecord: readDispatchRecord,
    logEvents: createLogEvents({ eventLog: createDynamoEventLog(deliveries), clock }),
    countAttempts: createCountAttempts({
      counter: createDynamoRateCounter(core),
      shards: createDynamoEndpointShards(core),
      clock,
      log,
    }),
    log,
  });
}

export const handler = consumerEntry(consumer, [], build);
