import { createRecipientMeter } from '#shared/broadcasts/adapters/recipient-meter.ts';
import { createDynamoBroadcastReader } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoRecipientStore } from '#shared/broadcasts/store/dynamo-recipient-store.ts';
import {
  createAllMessages,
  createRecipientMessages,
} from '#shared/broadcasts/use-cases/recipient-messages.ts';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { sniffType } from '#shared/files/adapters/sniff-type.ts';
import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { createWhatsappFiles } from '#shared/messaging/adapters/whatsapp-files.ts';
import { createDynamoSendingStores } from '#shared/messaging/store/dynamo-sending-stores.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
  writtenMetrics,
} from '#shared/platform/entry/consumer-entry.ts';
import { consumer } from './consumer.ts';
import { createHandler, type Dependencies } from './handler.ts';

/** `replaced` are ports of a test. */
export function build(provisions: ConsumerProvisions<typeof consumer>, replaced: Partial<Dependencies> = {}) {
  const { core, keepMediaBucket, metrics, stage, environment, clock, newNonce, backOff, log } = provisions;
  const sending = createDynamoSendingStores(core, clock);
  const ofBroadcasts = createRecipientMessages({
    broadcasts: createDynamoBroadcastReader(core),
    recipients: createDynamoRecipientStore(core),
    meter: createRecipientMeter(metrics),
  });
  return createHandler({
    ...sending,
    store: { ...sending.store, ...createAllMessages(sending.store, ofBroadcasts) },
    media: createDynamoMediaStore(core),
    files: createS3FileStore(keepMediaBucket),
    incomingFiles: createWhatsappFiles(keepMediaBucket.MEDIA_BUCKET, environment),
    sniff: { detect: sniffType },
    metrics,
    stage,
    clock,
    newNonce,
    backOff,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [queueMessages, writtenMetrics], build);
