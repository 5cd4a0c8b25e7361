import { createDynamoBroadcastRunReader } from '#shared/broadcasts/store/dynamo-broadcast-runs.ts';
import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoRecipientReader } from '#shared/broadcasts/store/dynamo-recipient-store.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

export function build({ core, clock, newNonce, backOff, log }: ConsumerProvisions<typeof consumer>) {
  return createHandler({
    broadcasts: createDynamoBroadcastStore(core),
    broadcastRuns: createDynamoBroadcastRunReader(core),
    recipients: createDynamoRecipientReader(core),
    endpoints: createDynamoEndpointDirectory(core),
    clock,
    newNonce,
    backOff,
    log,
  });
}

export const handler = consumerEntry(consumer, [queueMessages], build);
