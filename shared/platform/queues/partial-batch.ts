import type { Context } from 'aws-lambda';
import type { Middleware } from '#shared/platform/runtime/middleware.ts';

/** A record that could be read, with what it contains. */
export type ReadRecord<Source, Value> = { readonly record: Source; readonly value: Value };

/** A record that could not be read, with the reason. */
export type UnreadableRecord<Source> = { readonly record: Source; readonly error: unknown };

/** The context of an invocation with a batch of records. */
export type Batch<Source, Value> = Context & {
  records: ReadRecord<Source, Value>[];
  unreadable: UnreadableRecord<Source>[];
  /** The ids of the records that failed: messages return to their queue, and a stream repeats from the lowest failed record. */
  failed: Set<string>;
};

type BatchEvent<Source> = { readonly Records: readonly Source[] };
type BatchResponse = { batchItemFailures: { itemIdentifier: string }[] };

/** Reads the records of a batch, and reports those that failed, so that Lambda passes only these to the function again. */
export function partialBatch<Source, Value>(
  read: (record: Source) => Value,
): Middleware<BatchEvent<Source>, BatchResponse, Batch<Source, Value>> {
  return {
    before({ event, context }) {
      context.records = [];
      context.unreadable = [];
      context.failed = new Set();
      for (const record of event.Records) {
        try {
          context.records.push({ record, value: read(record) });
        } catch (error) {
          context.unreadable.push({ record, error });
        }
      }
    },
    after(request) {
      const batchItemFailures = [...request.context.failed].map((itemIdentifier) => ({ itemIdentifier }));
      request.response = { batchItemFailures };
    },
  };
}
