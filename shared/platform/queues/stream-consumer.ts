import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { consumerChain } from '#shared/platform/runtime/consumer-chain.ts';
import { describeError, type Log, type LogMessage } from '#shared/platform/runtime/logger.ts';
import { type Batch, partialBatch, type ReadRecord } from './partial-batch.ts';

/** A stream record and what it was parsed to. */
export type ParsedRecord<T> = ReadRecord<DynamoDBRecord, T>;

/** A record that can never be processed: it is quarantined and logged with `message`. */
export type RejectedRecord = {
  readonly record: DynamoDBRecord;
  readonly error: unknown;
  readonly message: LogMessage;
};

type Parts<T> = {
  /** @throws an error for a record that cannot be parsed */
  readonly readRecord: (record: DynamoDBRecord) => T;
  /** Sends a record that can never be processed to the quarantine, so that it neither blocks the stream nor gets lost. */
  readonly quarantine: (record: DynamoDBRecord) => Promise<void>;
  readonly log: Log;
  readonly messages: {
    readonly processed: LogMessage;
    readonly failed: LogMessage;
    readonly quarantined: LogMessage;
  };
};

/** Counts for the log line of the batch, and the records that can never be processed. */
type Outcome = {
  readonly counts: Readonly<Record<string, number>>;
  readonly rejected?: readonly RejectedRecord[];
};

/**
 * Runs a batch of a stream. `handle` gets the records that could be parsed; if it throws, the whole batch is read again, so
 * it must be idempotent. Records that could not be parsed and records that `handle` rejects are quarantined after it: a
 * record that can never be processed must not block the stream, because all workspaces share it.
 */
export function streamConsumer<T>(
  { readRecord, quarantine, log, messages }: Parts<T>,
  handle: (parsed: readonly ParsedRecord<T>[]) => Promise<Outcome>,
) {
  return consumerChain(
    async ({ Records }: DynamoDBStreamEvent, { records, unreadable, failed }: Batch<DynamoDBRecord, T>) => {
      try {
        const { counts, rejected = [] } = await handle(records);
        const unread = unreadable.map((one) => ({ ...one, message: messages.quarantined }));
        for (const { record, error, message } of [...unread, ...rejected]) {
          await quarantine(record);
          log.error(message, { sequence_number: record.dynamodb?.SequenceNumber, ...describeError(error) });
        }
        log.info(messages.processed, { records: Records.length, ...counts });
      } catch (error) {
        log.error(messages.failed, { records: Records.length, ...describeError(error) });
        // The stream continues from the lowest failed record: the first one means that the whole batch is read again.
        failed.add(Records[0]?.dynamodb?.SequenceNumber ?? '');
      }
    },
    [partialBatch(readRecord)],
  );
}
