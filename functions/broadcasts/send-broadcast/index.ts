import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { postEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = postEntry(operation, ({ core }) =>
  createHandler({
    broadcasts: createDynamoBroadcastStore(core),
    endpoints: createDynamoEndpointStore(core),
  }),
);
