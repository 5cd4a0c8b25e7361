import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoEndpointReader } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoRecoveryReader } from '#shared/webhooks/store/dynamo-recovery-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    endpoints: createDynamoEndpointReader(core),
    recoveries: createDynamoRecoveryReader(core),
  }),
);
