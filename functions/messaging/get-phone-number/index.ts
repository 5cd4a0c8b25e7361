import { createDynamoPhoneNumberReader } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ numbers: createDynamoPhoneNumberReader(core) }),
);
