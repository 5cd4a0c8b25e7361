import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoAccountReader } from '#shared/publishing/store/dynamo-account-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ accounts: createDynamoAccountReader(core) }),
);
