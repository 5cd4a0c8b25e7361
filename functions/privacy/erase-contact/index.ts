import { createDynamoErasureRequests } from '#shared/events/store/dynamo-erasure-requests.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({ erasures: createDynamoErasureRequests(core) }),
);
