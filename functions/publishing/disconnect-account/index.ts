import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    accounts: createDynamoAccountStore(core),
    endpoints: createDynamoEndpointDirectory(core),
  }),
);
