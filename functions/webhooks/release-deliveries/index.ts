import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { createDynamoDeferredReader } from '#shared/webhooks/store/dynamo-deferred-deliveries.ts';
import { createDynamoEndpointHealth } from '#shared/webhooks/store/dynamo-endpoint-health.ts';
import { createDynamoEndpointReader } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

export function build(provisions: ConsumerProvisions<typeof consumer>) {
  const { core, deliveries, aws, probeSeconds, clock, log } = provisions;
  const sqs = sqsClient(aws);
  return createHandler({
    endpoints: createDynamoEndpointReader(core),
    health: createDynamoEndpointHealth(core),
    deferred: createDynamoDeferredReader(deliveries),
    queue: createSqsDeliveryQueue(sqs, provisions.deliveryQueue),
    slowLane: createSqsDeliveryQueue(sqs, provisions.slowQueue),
    releases: createSqsJobQueue(sqs, provisions.releaseQueue),
    probeSeconds,
    clock,
    log,
  });
}

export const handler = consumerEntry(consumer, [queueMessages], build);
