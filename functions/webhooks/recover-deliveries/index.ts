import { createDynamoEventReader } from '#shared/events/store/dynamo-event-store.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { createDynamoDeliveryRequests } from '#shared/webhooks/store/dynamo-delivery-requests.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointReader } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoRecoveryStore } from '#shared/webhooks/store/dynamo-recovery-store.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

export function build(provisions: ConsumerProvisions<typeof consumer>) {
  const { core, deliveries, aws, recoveryQueue, clock, newNonce, log } = provisions;
  return createHandler({
    endpoints: createDynamoEndpointReader(core),
    deliveries: createDynamoDeliveryStore(deliveries),
    events: createDynamoEventReader(core),
    recoveries: createDynamoRecoveryStore(core),
    requests: createDynamoDeliveryRequests(core, deliveries),
    queue: createSqsJobQueue(sqsClient(aws), recoveryQueue),
    clock,
    newNonce,
    log,
  });
}

export const handler = consumerEntry(consumer, [queueMessages], build);
