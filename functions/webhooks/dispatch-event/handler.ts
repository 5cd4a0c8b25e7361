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

const MESSAGES = {
  processed: { code: 'EVENTS_DISPATCHED', message: 'Deliveries queued' },
  failed: { code: 'DISPATCH_FAILED', message: 'Queueing failed; the batch will be retried' },
  quarantined: { code: 'EVENT_QUARANTINED', message: 'Record could not be parsed and was quarantined' },
};

export type Dependencies = {
  readonly queue: DeliveryQueue;
  readonly recoveries: RecoveryQueue;
  /**
   * Sends a record that can never be dispatched to the quarantine, so that it neither blocks the stream nor gets lost
   * (docs/failure-histories.md#stream-outage).
   */
  readonly quarantine: (record: DynamoDBRecord) => Promise<void>;
  readonly readRecord: (record: DynamoDBRecord) => DispatchRequest;
  readonly log: Log;
};

/**
 * Queues one delivery for each endpoint that an event matched when it was recorded, and the deliveries and recoveries that
 * API requests created. It reads nothing: dispatching the same records twice queues the same jobs.
 */
export function createHandler({ queue, recoveries, ...parts }: Dependencies) {
  return streamConsumer({ ...parts, messages: MESSAGES }, async (parsed) => {
    const jobs = parsed.flatMap(({ value }) => toJobs(value));
    await queue.sendAll(jobs);
    for (const { value } of parsed) if (value.kind === 'recovery') await recoveries.send(value.job);
    return { counts: { deliveries: jobs.length } };
  });
}

function toJobs(request: DispatchRequest): DeliveryJob[] {
  if (request.kind === 'event') return planDeliveries(request.event, deliveryIdFor);
  return request.kind === 'delivery' ? [request.job] : [];
}
