import { createDynamoBroadcastRunReader } from '#shared/broadcasts/store/dynamo-broadcast-runs.ts';
import { createDynamoBroadcastReader } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoRecipientReader } from '#shared/broadcasts/store/dynamo-recipient-store.ts';
import { createDynamoExternalRecordReader } from '#shared/events/store/dynamo-external-records.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    broadcasts: createDynamoBroadcastReader(core),
    broadcastRuns: createDynamoBroadcastRunReader(core),
    recipients: createDynamoRecipientReader(core),
    externalRecords: createDynamoExternalRecordReader(core),
  }),
);
