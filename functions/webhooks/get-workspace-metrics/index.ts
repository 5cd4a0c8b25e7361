import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoAttemptCountReader } from '#shared/webhooks/store/dynamo-attempt-counts.ts';
import { createDynamoEndpointReader } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core, deliveries }) =>
  createHandler({
    endpoints: createDynamoEndpointReader(core),
    counts: createDynamoAttemptCountReader(deliveries),
  }),
);
