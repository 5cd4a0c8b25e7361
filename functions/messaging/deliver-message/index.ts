import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { meterSenders } from '#shared/messaging/adapters/meter-senders.ts';
import { createSenders } from '#shared/messaging/adapters/senders.ts';
import { createSqsMessageQueue } from '#shared/messaging/adapters/sqs-message-queues.ts';
import { createDynamoSendingStores } from '#shared/messaging/store/dynamo-sending-stores.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
  writtenMetrics,
} from '#shared/platform/entry/consumer-entry.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { consumer } from './consumer.ts';
import { createHandler, type Dependencies } from './handler.ts';

/** `replaced` are ports of a test. */
export function build(
  provisions: ConsumerProvisions<typeof consumer>,
  { senders, ...replaced }: Partial<Dependencies> = {},
) {
  const { core, aws, messageQueue, receiptQueue, metrics } = provisions;
  const { queueDelayLimit, clock, newNonce, backOff, log } = provisions;
  const sqs = sqsClient(aws);
  return createHandler({
    ...createDynamoSendingStores(core, clock),
    media: createDynamoMediaStore(core),
    senders: meterSenders(senders ?? createSenders(provisions, sqs, receiptQueue), metrics),
    queue: createSqsMessageQueue(sqs, messageQueue),
    queueDelayLimit,
    clock,
    newNonce,
    backOff,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [queueMessages, writtenMetrics], build);
