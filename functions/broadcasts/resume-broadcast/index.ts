import { createDynamoBroadcastRunReader } from '#shared/broadcasts/store/dynamo-broadcast-runs.ts';
import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoRecipientReader } from '#shared/broadcasts/store/dynamo-recipient-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    broadcasts: createDynamoBroadcastStore(core),
    broadcastRuns: createDynamoBroadcastRunReader(core),
    recipients: createDynamoRecipientReader(core),
  }),
);
