import { createDynamoExternalRecordEraser } from '#shared/events/store/dynamo-external-record-eraser.ts';
import { createDynamoConversationEraser } from '#shared/messaging/store/dynamo-conversation-eraser.ts';
import { type ConsumerProvisions, consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createS3ExportedCopies } from '#shared/privacy/adapters/s3-exported-copies.ts';
import { createDynamoErasureScans } from '#shared/privacy/store/dynamo-erasure-scans.ts';
import { createDynamoErasureStore } from '#shared/privacy/store/dynamo-erasure-store.ts';
import { createDynamoLogRedactions } from '#shared/privacy/store/dynamo-log-redactions.ts';
import { createExportedCopiesEraser } from '#shared/privacy/use-cases/erase-exported-copies.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

export function build(provisions: ConsumerProvisions<typeof consumer>) {
  const { core, deliveries, redactExportsBucket, clock, wait, log } = provisions;
  const copies = createS3ExportedCopies(redactExportsBucket);
  return createHandler({
    erasures: createDynamoErasureStore(core, deliveries),
    scans: createDynamoErasureScans(core, deliveries),
    redactions: createDynamoLogRedactions(deliveries),
    erasers: {
      records: [createDynamoExternalRecordEraser(core), createDynamoConversationEraser(core)],
      copies: createExportedCopiesEraser(copies),
    },
    clock,
    wait,
    log,
  });
}

export const handler = consumerEntry(consumer, [], build);
