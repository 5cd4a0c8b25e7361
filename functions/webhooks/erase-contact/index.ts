import { postEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoErasureRequests } from '#shared/webhooks/store/dynamo-erasure-requests.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = postEntry(operation, ({ core }) =>
  createHandler({ erasures: createDynamoErasureRequests(core) }),
);
