import { createEndpointBreaker } from '#functions/deliver-webhook/endpoint-breaker.ts';
import { fieldsOf } from '#functions/deliver-webhook/fields-of.ts';
import { createDeliverWebhookHandler } from '#functions/deliver-webhook/handler.ts';
import { createAttemptSender } from '#functions/deliver-webhook/send-attempt.ts';
import { deliveryJobSchema } from '#shared/domain/delivery/delivery-job.ts';
import type { WebhookSender } from '#shared/domain/ports/webhook-sender.ts';
import { queueConsumer } from '#shared/messaging/queue-consumer.ts';
import { createRetryPlanner } from '#shared/messaging/retry-planner.ts';
import { createSqsDeliveryQueue } from '#shared/messaging/sqs-delivery-queue.ts';
import { createSqsJobQueue } from '#shared/messaging/sqs-job-queue.ts';
import { createKmsSecretBox } from '#shared/runtime/kms-secret-box.ts';
import { systemTimer } from '#shared/runtime/timer.ts';
import { createDynamoEndpointHealth } from '#shared/store/dynamo-endpoint-health.ts';
import { createDynamoParkedDeliveries } from '#shared/store/dynamo-parked-deliveries.ts';
import { type LocalCloud, SCHEDULE_GROUP, SECRET_KEY } from './local-cloud.ts';
import { createRecordingLog } from './recording-log.ts';

/** Waits after attempts 1 to 5 in seconds (specification, Delivery behaviour 5). */
const RETRY_DELAYS = [10, 60, 300, 1800, 7200];
const QUEUE_DELAY_LIMIT = 900;
const PARK_SECONDS = 840;
const PROBE_SECONDS = 30;

/**
 * `deliver-webhook`, wired as its `index.ts` wires it to the services of a local cloud; only the socket to the receiver is not
 * real. Every call makes an instance with a memory of its own, as a new container has.
 */
export function wireDeliverWebhook(cloud: LocalCloud, { send }: WebhookSender, log = createRecordingLog()) {
  const { clients, clock, stores } = cloud;
  const random = () => 0.5;
  const queueTo = (name: 'deliveries' | 'slow') => createSqsDeliveryQueue(clients.sqs, cloud.queueUrl(name));
  const breaker = createEndpointBreaker({
    health: createDynamoEndpointHealth(cloud.core),
    parked: createDynamoParkedDeliveries(cloud.deliveries),
    slowLane: queueTo('slow'),
    releases: createSqsJobQueue(clients.sqs, cloud.queueUrl('releases')),
    parkSeconds: PARK_SECONDS,
    probeSeconds: PROBE_SECONDS,
    clock,
    random,
    after: systemTimer,
    log,
  });
  const deliver = createDeliverWebhookHandler({
    endpoints: stores.endpoints,
    events: stores.events,
    deliveries: stores.deliveries,
    planner: createRetryPlanner(
      queueTo('deliveries'),
      clients.scheduler,
      {
        group: SCHEDULE_GROUP,
        roleArn: 'arn:aws:iam::000000000000:role/retries',
        queueArn: cloud.queueArn('deliveries'),
        deadLetterArn: cloud.queueArn('deliveries-dead'),
      },
      QUEUE_DELAY_LIMIT,
    ),
    sendAttempt: createAttemptSender(createKmsSecretBox(clients.kms, SECRET_KEY, clock), {
      send: (request) => cloud.power.through('POST', () => send(request)),
    }),
    breaker,
    retryDelays: RETRY_DELAYS,
    clock,
    random,
    log,
  });
  return queueConsumer(deliveryJobSchema, log, deliver, fieldsOf);
}
