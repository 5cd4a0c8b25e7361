import { createDynamoBroadcastEstimates } from '#shared/broadcasts/store/dynamo-broadcast-estimates.ts';
import { createDynamoBroadcastReader } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    broadcasts: createDynamoBroadcastReader(core),
    broadcastEstimates: createDynamoBroadcastEstimates(core),
  }),
);
