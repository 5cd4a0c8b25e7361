import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createDynamoDeliveryReader } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller, storedResponses],
  ({ core, deliveries, apiHosts, allowedHosts }) =>
    createHandler({
      endpoints: createDynamoEndpointStore(core),
      deliveries: createDynamoDeliveryReader(deliveries),
      guard: createAddressGuard({ allowedHosts, apiHosts }),
    }),
);
