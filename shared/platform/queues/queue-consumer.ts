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
type LogFields<Message> = (message: Message) => Readonly<Record<string, unknown>>;

/** A received message. */
export type ReceivedMessage<Message> = MessageMetadata & { readonly message: Message };

/**
 * Processes a batch of a queue concurrently, each message on its own. A message whose handler returned is deleted. A message
 * whose handler threw is retried, and moves to the DLQ after `maxReceiveCount`. Logs each failure with the fields of `logFields`.
 * `chain` are further middlewares.
 */
export function queueConsumer<const S extends v.GenericSchema>(
  schema: S,
  log: Log,
  handle: (message: v.InferOutput<S>, metadata: MessageMetadata) => Promise<void>,
  logFields: LogFields<v.InferOutput<S>>,
  chain: readonly Middleware<unknown, unknown>[] = [],
) {
  return batchConsumer(schema, log, handleEach(log, handle, logFields), chain);
}

/** Handles each message on its own, and returns the ids of those that failed. Logs each failure with the fields of `logFields`. */
export function handleEach<Message>(
  log: Log,
  handle: (message: Message, metadata: MessageMetadata) => Promise<void>,
  logFields: LogFields<Message>,
) {
  return async (messages: readonly ReceivedMessage<Message>[]): Promise<readonly string[]> => {
    const failed = await Promise.all(
      messages.map(async ({ message, ...metadata }) => {
        const { messageId } = metadata;
        try {
          await handle(message, metadata);
          return [];
        } catch (error) {
          const line = { ...logFields(message), message_id: messageId, ...describeError(error) };
          if (isPostponed(error)) log.info(RECORD_POSTPONED, line);
          else log.error(RECORD_FAILED, line);
          return [messageId];
        }
      }),
    );
    return failed.flat();
  };
}

/** Another run is at work, or other writers were first too often. */
function isPostponed(error: unknown): boolean {
  return error instanceof RetryMessageError || isConcurrentUpdate(error);
}

/**
 * Processes the messages of a batch together, for consumers that combine messages into one write. `handle` returns the ids of the
 * messages that must be retried, and logs why. The other rules are those of `queueConsumer`.
 */
export function batchConsumer<const S extends v.GenericSchema>(
  schema: S,
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
      const messages = records.map(({ record, value }) => ({ ...metadataOf(record), message: value }));
      for (const id of await handle(messages)) failed.add(id);
    },
    [...chain, partialBatch(({ body }) => v.parse(schema, JSON.parse(body)))],
  );
}

function metadataOf({ messageId, attributes }: SQSRecord): MessageMetadata {
  return { messageId, receiveCount: Number(attributes.ApproximateReceiveCount) };
}
