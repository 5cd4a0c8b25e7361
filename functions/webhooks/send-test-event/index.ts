import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createDynamoDeliveryRequests } from '#shared/webhooks/store/dynamo-delivery-requests.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core, deliveries }) =>
  createHandler({
    endpoints: createDynamoEndpointStore(core),
    requests: createDynamoDeliveryRequests(core, deliveries),
  }),
);
