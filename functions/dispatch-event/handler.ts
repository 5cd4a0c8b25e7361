import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { planDeliveries } from '#shared/domain/events/plan-deliveries.ts';
import type { RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import type { DeliveryQueue } from '#shared/domain/ports/delivery-queue.ts';
import { deliveryIdFor } from '#shared/runtime/ids.ts';
import { describeError, type Log } from '#shared/runtime/logger.ts';

const DISPATCHED = { code: 'EVENTS_DISPATCHED', message: 'Deliveries queued' };
const DISPATCH_FAILED = { code: 'DISPATCH_FAILED', message: 'Queueing failed; the batch is read again' };
const PARKED = { code: 'EVENT_PARKED', message: 'Record is not a readable event and was parked' };

type Dependencies = {
  readonly queue: DeliveryQueue;
  /** Keeps a whole record that can never be dispatched, so that it neither blocks the stream nor gets lost (H6). */
  readonly park: (record: DynamoDBRecord) => Promise<void>;
  readonly readEvent: (record: DynamoDBRecord) => RecordedEvent;
  readonly log: Log;
};

/**
 * Queues one delivery for each endpoint that an event matched when it was recorded. Looks nothing up: dispatching the
 * same records twice queues the same deliveries.
 */
export function createDispatchEventHandler({ queue, park, readEvent, log }: Dependencies) {
  return async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const readable = records.map((record) => ({ record, event: attempt(() => readEvent(record)) }));
    try {
      const jobs = readable.flatMap(({ event }) => (event ? planDeliveries(event, deliveryIdFor) : []));
      await queue.sendAll(jobs);
      for (const { record } of readable.filter(({ event }) => event === undefined)) {
        await park(record);
        log.error(PARKED, { sequence_number: record.dynamodb?.SequenceNumber });
      }
      log.info(DISPATCHED, { records: records.length, deliveries: jobs.length });
      return { batchItemFailures: [] };
    } catch (error) {
      log.error(DISPATCH_FAILED, { records: records.length, ...describeError(error) });
      return failFrom(records[0]);
    }
  };
}

/** The stream goes on from the lowest failed record: naming the first reads the whole batch again. */
function failFrom(record: DynamoDBRecord | undefined): DynamoDBBatchResponse {
  return { batchItemFailures: [{ itemIdentifier: record?.dynamodb?.SequenceNumber ?? '' }] };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
