import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { isConcurrentUpdate } from '#shared/platform/core/retry-on-conflict.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { describeError } from '#shared/platform/runtime/logger.ts';

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

/**
 * Processes a batch of a queue concurrently, each message on its own. A handled message is deleted, whatever its receiver
 * responded. A message whose handler threw is retried, and moves to the DLQ after `maxReceiveCount`. Logs each failure with the
 * fields of `logFields`.
 */
export function queueConsumer<const S extends v.GenericSchema>(
  schema: S,
  log: Log,
  handle: (message: v.InferOutput<S>, receipt: MessageMetadata) => Promise<void>,
  logFields: LogFields<v.InferOutput<S>>,
) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const { received, malformed } = parseBatch(schema, log, event);
    const failed = await Promise.all(
      received.map(async ({ message, ...receipt }) => {
        const { messageId } = receipt;
        try {
          await handle(message, receipt);
          return [];
        } catch (error) {
          const line = { ...logFields(message), message_id: messageId, ...describeError(error) };
          if (isPostponed(error)) log.info(RECORD_POSTPONED, line);
          else log.error(RECORD_FAILED, line);
          return [messageId];
        }
      }),
    );
    return toResponse([...malformed, ...failed.flat()]);
  };
}

/** Another run is at work, or other writers were first too often. */
function isPostponed(error: unknown): boolean {
  return error instanceof RetryMessageError || isConcurrentUpdate(error);
}

/** A received message. */
export type ReceivedMessage<Message> = MessageMetadata & { readonly message: Message };

/**
 * Processes the messages of a batch together, for consumers that combine messages into one write. `handle` returns the ids of the
 * messages that must be retried, and logs why. The other rules are those of `queueConsumer`.
 */
export function batchConsumer<const S extends v.GenericSchema>(
  schema: S,
  log: Log,
  handle: (messages: readonly ReceivedMessage<v.InferOutput<S>>[]) => Promise<readonly string[]>,
) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const { received, malformed } = parseBatch(schema, log, event);
    return toResponse([...malformed, ...(await handle(received))]);
  };
}

/** The messages of a batch, and the ids of those whose body does not match the schema. */
function parseBatch<const S extends v.GenericSchema>(schema: S, log: Log, { Records }: SQSEvent) {
  log.debug(BATCH_STARTED, { records: Records.length });
  const received: ReceivedMessage<v.InferOutput<S>>[] = [];
  const malformed: string[] = [];
  for (const { messageId, body, attributes } of Records) {
    const { success, output: message } = v.safeParse(schema, parseJson(body));
    const receiveCount = Number(attributes.ApproximateReceiveCount);
    if (success) received.push({ messageId, receiveCount, message });
    else {
      log.error(RECORD_MALFORMED, { message_id: messageId });
      malformed.push(messageId);
    }
  }
  return { received, malformed };
}

function toResponse(failed: readonly string[]): SQSBatchResponse {
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
