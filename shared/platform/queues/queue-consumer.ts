import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
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
 * responded. A message whose handler threw is retried, and moves to the DLQ after `maxReceiveCount`. All queue consumers use
 * this function, which logs each failure with the fields of `logFields`.
 */
export function queueConsumer<const S extends v.GenericSchema>(
  schema: S,
  log: Log,
  handle: (message: v.InferOutput<S>, receipt: MessageMetadata) => Promise<void>,
  logFields: LogFields<v.InferOutput<S>>,
) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    log.debug(BATCH_STARTED, { records: event.Records.length });
    const failed = await Promise.all(
      event.Records.map(async ({ messageId, body, attributes }) => {
        const message = v.safeParse(schema, parseJson(body));
        if (!message.success) {
          log.error(RECORD_MALFORMED, { message_id: messageId });
          return messageId;
        }
        try {
          await handle(message.output, {
            messageId,
            receiveCount: Number(attributes.ApproximateReceiveCount),
          });
          return undefined;
        } catch (error) {
          const line = { ...logFields(message.output), message_id: messageId, ...describeError(error) };
          if (error instanceof RetryMessageError) log.info(RECORD_POSTPONED, line);
          else log.error(RECORD_FAILED, line);
          return messageId;
        }
      }),
    );
    return {
      batchItemFailures: failed
        .filter((id) => id !== undefined)
        .map((itemIdentifier) => ({ itemIdentifier })),
    };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
