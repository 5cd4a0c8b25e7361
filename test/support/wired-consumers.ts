import { randomUUID } from 'node:crypto';
import { createDispatchEventHandler } from '#functions/dispatch-event/handler.ts';
import { createReleaseDeliveriesHandler } from '#functions/release-deliveries/handler.ts';
import { createRecoverDeliveriesHandler } from '#functions/recover-deliveries/handler.ts';
import { createSweepDeliveriesHandler } from '#functions/sweep-deliveries/handler.ts';
import { recoveryJobSchema } from '#shared/domain/delivery/recovery.ts';
import { releaseJobSchema } from '#shared/domain/delivery/release.ts';
import { queueConsumer } from '#shared/messaging/queue-consumer.ts';
import { createQueueLength } from '#shared/messaging/queue-length.ts';
import { createQueuePark } from '#shared/messaging/queue-park.ts';
import { createSqsDeliveryQueue } from '#shared/messaging/sqs-delivery-queue.ts';
import { createSqsJobQueue } from '#shared/messaging/sqs-job-queue.ts';
import { readDispatchRecord } from '#shared/store/dispatch-record.ts';
import { createDynamoEndpointHealth } from '#shared/store/dynamo-endpoint-health.ts';
import { createDynamoParkedDeliveries } from '#shared/store/dynamo-parked-deliveries.ts';
import type { LocalCloud } from './local-cloud.ts';
import { createRecordingLog } from './recording-log.ts';

const SWEEP_QUEUE_LIMIT = 10_000;

/*
 * Consumers, each wired as its `index.ts` wires it, to the services of a local cloud. Every call makes an instance with a
 * memory of its own, as a new container has.
 */

export function wireDispatchEvent({ clients, queueUrl }: LocalCloud, log = createRecordingLog()) {
  return createDispatchEventHandler({
    queue: createSqsDeliveryQueue(clients.sqs, queueUrl('deliveries')),
    park: createQueuePark(clients.sqs, queueUrl('parked')),
    recoveries: createSqsJobQueue(clients.sqs, queueUrl('recoveries')),
    readRecord: readDispatchRecord,
    log,
  });
}

export function wireSweepDeliveries(
  { clients, clock, queueUrl, stores }: LocalCloud,
  log = createRecordingLog(),
) {
  const sweep = createSweepDeliveriesHandler({
    store: stores.sweep,
    queue: createSqsDeliveryQueue(clients.sqs, queueUrl('deliveries')),
    queueLength: createQueueLength(clients.sqs, queueUrl('deliveries'), queueUrl('slow')),
    queueLimit: SWEEP_QUEUE_LIMIT,
    clock,
    log,
  });
  return () => sweep({}, { getRemainingTimeInMillis: () => 60_000 });
}

export function wireRecoverDeliveries(
  { clients, clock, queueUrl, stores }: LocalCloud,
  log = createRecordingLog(),
) {
  const recover = createRecoverDeliveriesHandler({
    endpoints: stores.endpoints,
    deliveries: stores.deliveries,
    recoveries: stores.recoveries,
    requests: stores.requests,
    queue: createSqsJobQueue(clients.sqs, queueUrl('recoveries')),
    clock,
    newNonce: randomUUID,
    log,
  });
  return queueConsumer(recoveryJobSchema, log, recover);
}

export function wireReleaseDeliveries(cloud: LocalCloud, log = createRecordingLog()) {
  const { clients, clock, queueUrl, stores } = cloud;
  const release = createReleaseDeliveriesHandler({
    endpoints: stores.endpoints,
    health: createDynamoEndpointHealth(cloud.core),
    parked: createDynamoParkedDeliveries(cloud.deliveries),
    queue: createSqsDeliveryQueue(clients.sqs, queueUrl('deliveries')),
    slowLane: createSqsDeliveryQueue(clients.sqs, queueUrl('slow')),
    releases: createSqsJobQueue(clients.sqs, queueUrl('releases')),
    probeSeconds: 30,
    clock,
    log,
  });
  return queueConsumer(releaseJobSchema, log, release);
}
