import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ endpoints: createDynamoEndpointStore(core) }),
);
