import { randomUUID } from 'node:crypto';
import { createDispatchEventHandler } from '#functions/dispatch-event/handler.ts';
import { createFollowChangesHandler } from '#functions/follow-changes/handler.ts';
import { fieldsOf } from '#functions/publish-post/fields-of.ts';
import { createPublishPostHandler } from '#functions/publish-post/handler.ts';
import { createReleaseDeliveriesHandler } from '#functions/release-deliveries/handler.ts';
import { createRecoverDeliveriesHandler } from '#functions/recover-deliveries/handler.ts';
import { createSweepDeliveriesHandler } from '#functions/sweep-deliveries/handler.ts';
import { createSweepDueHandler } from '#functions/sweep-due/handler.ts';
import { recoveryJobSchema } from '#shared/domain/delivery/recovery.ts';
import { releaseJobSchema } from '#shared/domain/delivery/release.ts';
import { DUE_RESOURCES, type DueResource } from '#shared/domain/due/due-job.ts';
import type { PublishingProvider } from '#shared/domain/ports/publishing-provider.ts';
import { publishJobSchema } from '#shared/domain/posts/publish-job.ts';
import { createDueFiring } from '#shared/messaging/due-firing.ts';
import { createDueTimers } from '#shared/messaging/due-timers.ts';
import { queueConsumer } from '#shared/messaging/queue-consumer.ts';
import { createQueueLength } from '#shared/messaging/queue-length.ts';
import { createQueuePark } from '#shared/messaging/queue-park.ts';
import { createSqsDeliveryQueue } from '#shared/messaging/sqs-delivery-queue.ts';
import { createSqsJobQueue } from '#shared/messaging/sqs-job-queue.ts';
import { createSqsPublishQueue } from '#shared/messaging/sqs-publish-queue.ts';
import { createKmsSecretBox } from '#shared/runtime/kms-secret-box.ts';
import { readChangeRecord } from '#shared/store/change-record.ts';
import { readDispatchRecord } from '#shared/store/dispatch-record.ts';
import { createDynamoDueStore } from '#shared/store/dynamo-due-store.ts';
import { createDynamoEndpointHealth } from '#shared/store/dynamo-endpoint-health.ts';
import { createDynamoParkedDeliveries } from '#shared/store/dynamo-parked-deliveries.ts';
import { type LocalCloud, SCHEDULE_GROUP, SECRET_KEY } from './local-cloud.ts';
import { createMemoryFileStore } from './memory-file-store.ts';
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
  return queueConsumer(recoveryJobSchema, log, recover, endpointOf);
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
  return queueConsumer(releaseJobSchema, log, release, endpointOf);
}

/** Whatever is due has one queue here: a job says itself what it is about. */
function forEveryResource<T>(value: T): Record<DueResource, T> {
  const entries = DUE_RESOURCES.map((resource) => [resource, value]);
  return Object.fromEntries(entries) as Record<DueResource, T>;
}

export function wireFollowChanges(cloud: LocalCloud, log = createRecordingLog()) {
  const { clients, clock, queueArn, queueUrl, stores } = cloud;
  const queue = {
    url: queueUrl('publish'),
    arn: queueArn('publish'),
    deadLetterArn: queueArn('publish-dead'),
  };
  const targets = {
    queues: forEveryResource(queue),
    group: SCHEDULE_GROUP,
    roleArn: 'arn:aws:iam::000000000000:role/due',
  };
  return createFollowChangesHandler({
    timers: createDueTimers(clients.sqs, clients.scheduler, targets, 900),
    audit: stores.audit,
    park: createQueuePark(clients.sqs, queueUrl('parked')),
    readRecord: readChangeRecord,
    clock,
    log,
  });
}

export function wireSweepDue({ clients, clock, core, queueUrl }: LocalCloud, log = createRecordingLog()) {
  const url = queueUrl('publish');
  const sweep = createSweepDueHandler({
    store: createDynamoDueStore(core),
    timers: createDueFiring(clients.sqs, forEveryResource(url)),
    clock,
    log,
  });
  return () => sweep({}, { getRemainingTimeInMillis: () => 60_000 });
}

export function wirePublishPost(
  { clients, clock, queueUrl, stores }: LocalCloud,
  provider: PublishingProvider,
  log = createRecordingLog(),
) {
  const publish = createPublishPostHandler({
    store: stores.publications,
    accounts: stores.accounts,
    endpoints: stores.endpoints,
    media: stores.media,
    files: createMemoryFileStore(clock),
    secrets: createKmsSecretBox(clients.kms, SECRET_KEY, clock),
    providers: { mastodon: provider, bluesky: provider, sandbox: provider },
    queue: createSqsPublishQueue(clients.sqs, queueUrl('publish')),
    queueDelayLimit: 900,
    clock,
    newNonce: randomUUID,
    log,
  });
  return queueConsumer(publishJobSchema, log, publish, fieldsOf);
}

function endpointOf({ endpoint_id }: { readonly endpoint_id: string }) {
  return { endpoint_id };
}
