import type { DynamoDBStreamEvent } from 'aws-lambda';
import { reportedFailures } from './item-failures.ts';
import type { PumpedRecord } from './stream-record.ts';

export type RecordDelivery = {
  readonly invoke: (event: DynamoDBStreamEvent) => Promise<unknown>;
  readonly reportsItemFailures: boolean;
  readonly bisect: boolean;
  readonly maximumRetries: number;
  readonly maximumAgeSeconds: number;
  /** Keeps records that are given up, whole. */
  readonly discard: (records: readonly PumpedRecord[], reason: string) => void;
  /** Everything up to and including this record is handled. */
  readonly handled: (record: PumpedRecord) => void;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly stopping: () => boolean;
  readonly now: () => number;
  readonly log: (message: string) => void;
};

const FIRST_PAUSE = 100;
const MAX_PAUSE = 10_000;

/**
 * Hands records to the function as Lambda does: in order, again from the lowest failed one, in halves after a thrown error if
 * the mapping says so, until they are handled, too often retried or too old. Returns early when the process is to stop.
 */
export async function deliverRecords(
  batch: readonly PumpedRecord[],
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

/** One invocation: how many records from the front are handled, and whether the function threw. */
async function attempt(
  records: readonly PumpedRecord[],
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

/** Deletions what has used up its retries or its time; answers the rest. */
function giveUp(
  records: readonly PumpedRecord[],
  failures: number,
  delivery: RecordDelivery,
): readonly PumpedRecord[] {
  const { maximumRetries, maximumAgeSeconds, now } = delivery;
  const exhausted = maximumRetries >= 0 && failures > maximumRetries;
  const tooOld = (record: PumpedRecord): boolean =>
    maximumAgeSeconds >= 0 && now() - record.writtenAt > maximumAgeSeconds * 1000;
  const youngest = exhausted ? records.length : records.findIndex((record) => !tooOld(record));
  const given = youngest === -1 ? records : records.slice(0, youngest);
  const last = given.at(-1);
  if (last === undefined) return records;
  delivery.discard(given, exhausted ? 'RetryAttemptsExhausted' : 'RecordAgeExceeded');
  delivery.handled(last);
  return records.slice(given.length);
}
