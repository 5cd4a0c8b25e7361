import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { isConcurrentUpdate } from '#shared/platform/core/retry-on-conflict.ts';
import { consumerChain } from '#shared/platform/runtime/consumer-chain.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { Middleware } from '#shared/platform/runtime/middleware.ts';
import { type Batch, partialBatch } from './partial-batch.ts';

const BATCH_STARTED = { code: 'BATCH_STARTED', message: 'Batch received' };
const RECORD_FAILED = { code: 'RECORD_FAILED', message: 'Message failed and will be retried' };
const RECORD_POSTPONED = {
  code: 'RECORD_POSTPONED',
  message: 'Message cannot be handled yet and will be retried later',
};
const RECORD_MALFORMED = {
  code: 'RECORD_MALFORMED',
  message:
    'Message body does not match the schema of the queue; the message will move to the dead-letter queue',
};

/** No failure, but the message must be retried, for example because another run is at work on it. */
export class RetryMessageError extends Error {
  override readonly name = 'RetryMessageError';
}

/** Metadata of a received message. */
export type MessageMetadata = { readonly messageId: string; readonly receiveCount: number };

/** The fields of log lines about a message: ids to search for, never contents. */
export type LogFields = Readonly<Record<string, unknown>>;

/** What the declaration of a consumer says about its messages. */
type MessageSource<S extends v.GenericSchema> = {
  readonly message: S;
  readonly logFields?: ((message: v.InferOutput<S>) => LogFields) | undefined;
};

/** A received message, with the fields of its log lines. */
export type ReceivedMessage<Message> = MessageMetadata & {
  readonly message: Message;
  readonly logFields: LogFields;
};

/**
 * For `catch`: other writers were first too often, which is no failure of this message.
 * @throws RetryMessageError, or the error if it is no conflict
 */
export function retryLater(isConflict: (error: unknown) => boolean = isConcurrentUpdate) {
  return (error: unknown): never => {
    throw isConflict(error) ? new RetryMessageError('Other writers were first too often') : error;
  };
}

/** Handles the messages of a batch concurrently, each on its own, and returns the ids of those that failed. Logs each failure. */
export function handleEach<Message>(
  log: Log,
  handle: (message: Message, metadata: MessageMetadata) => Promise<void>,
) {
  return async (messages: readonly ReceivedMessage<Message>[]): Promise<readonly string[]> => {
    const failed = await Promise.all(
      messages.map(async ({ message, logFields, ...metadata }) => {
        const { messageId } = metadata;
        try {
          await handle(message, metadata);
          return [];
        } catch (error) {
          const line = { ...logFields, message_id: messageId, ...describeError(error) };
          if (error instanceof RetryMessageError) log.info(RECORD_POSTPONED, line);
          else log.error(RECORD_FAILED, line);
          return [messageId];
        }
      }),
    );
    return failed.flat();
  };
}

/**
 * Processes a batch of a queue. `handle` returns the ids of the messages that must be retried, and logs why: `handleEach`, or a function
 * that combines messages into one write. All other messages are deleted, and a retried one moves to the DLQ after `maxReceiveCount`.
 * `chain` are further middlewares.
 */
export function queueConsumer<const S extends v.GenericSchema>(
  { message: schema, logFields = () => ({}) }: MessageSource<S>,
  log: Log,
  handle: (messages: readonly ReceivedMessage<v.InferOutput<S>>[]) => Promise<readonly string[]>,
  chain: readonly Middleware<unknown, unknown>[] = [],
) {
  return consumerChain(
    async ({ Records }: SQSEvent, { records, unreadable, failed }: Batch<SQSRecord, v.InferOutput<S>>) => {
      log.debug(BATCH_STARTED, { records: Records.length });
      for (const { record } of unreadable) {
        log.error(RECORD_MALFORMED, { message_id: record.messageId });
        failed.add(record.messageId);
      }
      const messages = records.map(({ record, value }) => ({
        ...metadataOf(record),
        message: value,
        logFields: logFields(value),
      }));
      for (const id of await handle(messages)) failed.add(id);
    },
    [...chain, partialBatch(({ body }) => v.parse(schema, JSON.parse(body)))],
  );
}

function metadataOf({ messageId, attributes }: SQSRecord): MessageMetadata {
  return { messageId, receiveCount: Number(attributes.ApproximateReceiveCount) };
}
