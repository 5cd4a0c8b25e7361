import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { describeError } from '#shared/platform/runtime/logger.ts';

const BATCH_STARTED = { code: 'BATCH_STARTED', message: 'Batch received' };
const RECORD_FAILED = { code: 'RECORD_FAILED', message: 'Record failed and will be received again' };
const RECORD_POSTPONED = { code: 'RECORD_POSTPONED', message: 'Record will be received again' };
const RECORD_MALFORMED = {
  code: 'RECORD_MALFORMED',
  message: 'Record is not a message of this queue and will move to the DLQ',
};

/** Nothing is wrong, but the message has to come again, such as when another run is at the same work. */
export class RetryMessageError extends Error {
  override readonly name = 'RetryMessageError';
}

/** What a consumer may ask about how a message came. */
export type MessageMetadata = { readonly messageId: string; readonly receiveCount: number };

/** What a log line about a message has to hold to be found with the others about the same thing: ids, never contents. */
type LogFields<Message> = (message: Message) => Readonly<Record<string, unknown>>;

/**
 * Runs a queue's batch: all messages at once, each on its own. A message that was handled is done, whatever its
 * receiver answered; one whose handling threw is received again, and after `maxReceiveCount` rests in the DLQ. This is
 * the one place that decides so, and it logs why with what `logFields` says of the message.
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
