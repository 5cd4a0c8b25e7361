import type { DynamoDBRecord } from 'aws-lambda';
import { streamConsumer } from '#shared/platform/queues/stream-consumer.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import {
  type DeliveryJob,
  planDeliveries,
  type DispatchRequest,
} from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryQueue, RecoveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import type { GrowingEndpoint } from '#shared/webhooks/ports/endpoint-shards.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';
import type { LogEvents } from '#shared/webhooks/use-cases/log-events.ts';
import type { CountAttempts } from './growing-endpoints.ts';

const MESSAGES = {
  processed: { code: 'EVENTS_DISPATCHED', message: 'Deliveries queued' },
  failed: { code: 'DISPATCH_FAILED', message: 'Queueing or logging failed; the batch will be retried' },
  quarantined: { code: 'EVENT_QUARANTINED', message: 'Record could not be parsed and was quarantined' },
};

export type Dependencies = {
  readonly queue: DeliveryQueue;
  readonly recoveries: RecoveryQueue;
  readonly notificationQueue: NotificationQueue;
  /**
   * Sends a record that can never be dispatched to the quarantine, so that it neither blocks the stream nor gets lost
   * (docs/failure-histories.md#stream-outage).
   */
  readonly quarantine: (record: DynamoDBRecord) => Promise<void>;
  readonly readRecord: (record: DynamoDBRecord) => DispatchRequest;
  readonly logEvents: LogEvents;
  readonly countAttempts: CountAttempts;
  readonly log: Log;
};

/**
 * Queues one delivery for each endpoint that an event matched when it was recorded, and the deliveries, recoveries and notifications
 * that API requests created. It reads nothing that decides about a delivery: dispatching the same records twice queues the same jobs.
 * Then it lists the events in the logs of their workspaces (docs/specification/events.md#event-log): no delivery waits for a log, and a batch
 * whose log could not be written is repeated.
 */
export function createHandler(deps: Dependencies) {
  const { queue, recoveries, notificationQueue, logEvents, countAttempts, ...parts } = deps;
  return streamConsumer({ ...parts, messages: MESSAGES }, async (parsed) => {
    const jobs = parsed.flatMap(({ value }) => toJobs(value));
    await queue.sendAll(jobs);
    for (const { value } of parsed) {
      if (value.kind === 'recovery') await recoveries.send(value.job);
      if (value.kind === 'notification') await notificationQueue.send(value.observation);
    }
    await logEvents(parsed.flatMap(({ value }) => (value.kind === 'event' ? [value.event] : [])));
    await countAttempts(parsed.flatMap(({ value }) => matchedBy(value)));
    return { counts: { deliveries: jobs.length } };
  });
}

/** The endpoints of an event. Deliveries that a request created, such as a resend, are not counted. */
function matchedBy(request: DispatchRequest): GrowingEndpoint[] {
  if (request.kind !== 'event') return [];
  const { workspaceId, matches } = request.event;
  return matches.map(({ endpointId, shards }) => ({ workspaceId, endpointId, shards }));
}

function toJobs(request: DispatchRequest): DeliveryJob[] {
  if (request.kind === 'event') return planDeliveries(request.event, deliveryIdFor);
  return request.kind === 'delivery' ? [request.job] : [];
}
