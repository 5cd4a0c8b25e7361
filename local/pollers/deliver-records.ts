import type { DynamoDBStreamEvent } from 'aws-lambda';
import { reportedFailures } from './item-failures.ts';
import type { PolledRecord } from './stream-record.ts';

export type RecordDelivery = {
  readonly invoke: (event: DynamoDBStreamEvent) => Promise<unknown>;
  readonly reportsItemFailures: boolean;
  readonly bisect: boolean;
  readonly maximumRetries: number;
  readonly maximumAgeSeconds: number;
  /** Stores records whose retries or age are exhausted. */
  readonly discard: (records: readonly PolledRecord[], reason: string) => void;
  /** Called when everything up to and including this record is handled. */
  readonly handled: (record: PolledRecord) => void;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly stopping: () => boolean;
  readonly now: () => number;
  readonly log: (message: string) => void;
};

const FIRST_PAUSE = 100;
const MAX_PAUSE = 10_000;

/**
 * Invokes the function like Lambda: in order, again from the lowest failed record, and in halves after a thrown error if the
 * mapping bisects, until the records are handled or their retries or age are exhausted. Returns early when the process stops.
 */
export async function deliverRecords(
  batch: readonly PolledRecord[],
  delivery: RecordDelivery,
): Promise<void> {
  let records = batch;
  for (let failures = 0; records.length > 0 && !delivery.stopping();) {
    const outcome = await attempt(records, delivery);
    const done = records.slice(0, outcome.handled);
    const last = done.at(-1);
    if (last !== undefined) delivery.handled(last);
    records = records.slice(outcome.handled);
    if (records.length === 0) return;

    failures += 1;
    records = giveUp(records, failures, delivery);
    if (outcome.threw && delivery.bisect && records.length > 1) {
      const middle = Math.ceil(records.length / 2);
      await deliverRecords(records.slice(0, middle), delivery);
      if (!delivery.stopping()) await deliverRecords(records.slice(middle), delivery);
      return;
    }
    await delivery.pause(Math.min(FIRST_PAUSE * 2 ** Math.min(failures - 1, 10), MAX_PAUSE));
  }
}

/** One invocation: the number of handled records from the start, and whether the function threw. */
async function attempt(
  records: readonly PolledRecord[],
  delivery: RecordDelivery,
): Promise<{ readonly handled: number; readonly threw: boolean }> {
  try {
    const result = await delivery.invoke({ Records: records.map((record) => record.event) });
    if (!delivery.reportsItemFailures) return { handled: records.length, threw: false };
    const failed = reportedFailures(
      result,
      records.map((record) => record.sequenceNumber),
    );
    if (failed === 'all') return { handled: 0, threw: false };
    const lowest = records.findIndex((record) => failed.includes(record.sequenceNumber));
    return { handled: lowest === -1 ? records.length : lowest, threw: false };
  } catch (error) {
    delivery.log(`stream: ${records.length} records failed: ${String(error)}`);
    return { handled: 0, threw: true };
  }
}

/** Discards the records whose retries or age are exhausted and returns the rest. */
function giveUp(
  records: readonly PolledRecord[],
  failures: number,
  delivery: RecordDelivery,
): readonly PolledRecord[] {
  const { maximumRetries, maximumAgeSeconds, now } = delivery;
  const exhausted = maximumRetries >= 0 && failures > maximumRetries;
  const tooOld = (record: PolledRecord): boolean =>
    maximumAgeSeconds >= 0 && now() - record.writtenAt > maximumAgeSeconds * 1000;
  const youngest = exhausted ? records.length : records.findIndex((record) => !tooOld(record));
  const given = youngest === -1 ? records : records.slice(0, youngest);
  const last = given.at(-1);
  if (last === undefined) return records;
  delivery.discard(given, exhausted ? 'RetryAttemptsExhausted' : 'RecordAgeExceeded');
  delivery.handled(last);
  return records.slice(given.length);
}
