import { createDynamoEventReader } from '#shared/events/store/dynamo-event-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createDynamoDeliveryReader } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoRecoveryStore } from '#shared/webhooks/store/dynamo-recovery-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core, deliveries, clock }) =>
  createHandler({
    endpoints: createDynamoEndpointStore(core),
    deliveries: createDynamoDeliveryReader(deliveries),
    events: createDynamoEventReader(core),
    recoveries: createDynamoRecoveryStore(core),
    clock,
  }),
);
