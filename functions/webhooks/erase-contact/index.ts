import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createDynamoErasureRequests } from '#shared/webhooks/store/dynamo-erasure-requests.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({ erasures: createDynamoErasureRequests(core) }),
);
