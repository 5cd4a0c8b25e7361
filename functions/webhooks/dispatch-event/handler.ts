import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { type DeliveryJob, planDeliveries } from '#shared/webhooks/domain/delivery-message.ts';
import type { DispatchRequest } from '#shared/webhooks/domain/dispatch-request.ts';
import type { DeliveryQueue, RecoveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';

const DISPATCHED = { code: 'EVENTS_DISPATCHED', message: 'Deliveries queued' };
const DISPATCH_FAILED = { code: 'DISPATCH_FAILED', message: 'Queueing failed; the batch will be retried' };
const QUARANTINED = { code: 'EVENT_QUARANTINED', message: 'Record could not be parsed and was quarantined' };

type Dependencies = {
  readonly queue: DeliveryQueue;
  readonly recoveries: RecoveryQueue;
  /**
   * Keeps a complete record that can never be dispatched, so that it neither blocks the stream nor gets lost
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
export function createHandler({ queue, recoveries, quarantine, readRecord, log }: Dependencies) {
  return async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const read = records.map((record) => ({ record, ...attempt(() => readRecord(record)) }));
    const requests = read.flatMap(({ value }) => value ?? []);
    try {
      const jobs = requests.flatMap(toJobs);
      await queue.sendAll(jobs);
      for (const request of requests) if (request.kind === 'recovery') await recoveries.send(request.job);
      for (const { record, error } of read.filter(({ value }) => value === undefined)) {
        await quarantine(record);
        log.error(QUARANTINED, { sequence_number: record.dynamodb?.SequenceNumber, ...describeError(error) });
      }
      log.info(DISPATCHED, { records: records.length, deliveries: jobs.length });
      return { batchItemFailures: [] };
    } catch (error) {
      log.error(DISPATCH_FAILED, { records: records.length, ...describeError(error) });
      return retryFrom(records[0]);
    }
  };
}

function toJobs(request: DispatchRequest): DeliveryJob[] {
  if (request.kind === 'event') return planDeliveries(request.event, deliveryIdFor);
  return request.kind === 'delivery' ? [request.job] : [];
}

/** The stream resumes at the lowest failed record, so returning the first record retries the whole batch. */
function retryFrom(record: DynamoDBRecord | undefined): DynamoDBBatchResponse {
  return { batchItemFailures: [{ itemIdentifier: record?.dynamodb?.SequenceNumber ?? '' }] };
}

function attempt<T>(read: () => T): { value?: T; error?: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}
